import { UNLISTED_TYPES } from '@almanac/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecordNoun } from '../../records/record/record';

/** The last change of a kind that was reported for webhooks. */
@Entity('webhook_reports')
export class WebhookReport {
  @PrimaryColumn('varchar', { length: 16 })
  kind!: RecordNoun;

  /** `ChangeFeedState.id`: after a restore of the database it is another one. */
  @Column('uuid')
  feed!: string;

  @Column({ type: UNLISTED_TYPES.xid8 })
  transactionId!: string;

  @Column('integer')
  recordId!: number;
}
