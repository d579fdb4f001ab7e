import { Module } from '@nestjs/common';
import { TallyCompaction } from '../tallies/tally-compaction';
import { UsersModule } from '../users/users.module';
import { DuePublisher } from './due-publisher';
import { EventReferences } from './event-references';
import { RecordPresenter } from './record.presenter';
import { RecordSlugs } from './record-slugs';
import { RecordTrash } from './record-trash';
import { RecordWriting } from './record-writing';
import { RecordsRepository } from './records.repository';
import { TrashCleanup } from './trash-cleanup';

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
