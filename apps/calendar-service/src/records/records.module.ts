import { Module } from '@nestjs/common';
import { TallyCompaction } from '../calendar/tallies/tally-compaction';
import { UsersModule } from '../calendar/users/users.module';
import { DuePublisher } from './tasks/due-publisher';
import { EventReferences } from './access/event-references';
import { RecordPresenter } from './record.presenter';
import { RecordSlugs } from './writing/record-slugs';
import { RecordTrash } from './writing/record-trash';
import { RecordWriting } from './writing/record-writing';
import { RecordsRepository } from './record.repository';
import { TrashCleanup } from './tasks/trash-cleanup';

@Module({
  imports: [UsersModule],
  providers: [
    DuePublisher,
    EventReferences,
    RecordPresenter,
    RecordSlugs,
    RecordTrash,
    RecordWriting,
    RecordsRepository,
    TallyCompaction,
    TrashCleanup,
  ],
  exports: [EventReferences, RecordPresenter, RecordSlugs, RecordTrash, RecordWriting, RecordsRepository],
})
export class RecordsModule {}
