import { Module } from '@nestjs/common';
import { TallyKeeper } from '../tallies/tally-keeper';
import { UsersModule } from '../users/users.module';
import { DuePublisher } from './due-publisher';
import { EventReferences } from './event-references';
import { RecordPresenter } from './record.presenter';
import { RecordSlugs } from './record-slugs';
import { RecordTrash } from './record-trash';
import { RecordWriting } from './record-writing';
import { RecordsRepository } from './records.repository';
import { TrashKeeper } from './trash-keeper';

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
    TallyKeeper,
    TrashKeeper,
  ],
  exports: [EventReferences, RecordPresenter, RecordSlugs, RecordTrash, RecordWriting, RecordsRepository],
})
export class RecordsModule {}
