import { Module } from '@nestjs/common';
import { ImagesModule } from '../calendar/images/images.module';
import { PlacesModule } from '../calendar/places/places.module';
import { TallyCompaction } from '../calendar/tallies/tally-compaction';
import { UsersModule } from '../calendar/users/users.module';
import { EventReferences, EventLinks } from './queries/event-links';
import { ChangesModule } from './changes/changes.module';
import { RecordCreation } from './writing/record-creation';
import { RecordLists } from './record-lists';
import { RecordPresenter } from './record/record.presenter';
import { RecordService } from './record.service';
import { RecordsRepository } from './queries/records.repository';
import { DuePublisher } from './tasks/due-publisher';
import { TrashCleanup } from './tasks/trash-cleanup';
import { RecordSlugs, RecordWriting } from './writing/record-writing';
import { RecordTrash } from './writing/record-trash';

@Module({
  imports: [ChangesModule, ImagesModule, PlacesModule, UsersModule],
  providers: [
    DuePublisher,
    EventLinks,
    EventReferences,
    RecordCreation,
    RecordLists,
    RecordPresenter,
    RecordService,
    RecordSlugs,
    RecordTrash,
    RecordWriting,
    RecordsRepository,
    TallyCompaction,
    TrashCleanup,
  ],
  exports: [
    EventLinks,
    EventReferences,
    RecordCreation,
    RecordLists,
    RecordPresenter,
    RecordService,
    RecordSlugs,
    RecordTrash,
    RecordWriting,
    RecordsRepository,
  ],
})
export class RecordsModule {}
