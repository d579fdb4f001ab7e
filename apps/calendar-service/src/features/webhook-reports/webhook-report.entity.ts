import { UNLISTED_TYPES } from '@almanac/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('webhook_reports')
export class WebhookReport {
  @PrimaryColumn('varchar', { length: 16 })
  kind!: string;

  @Column('uuid')
  feed!: string;

  @Column({ type: UNLISTED_TYPES.xid8 })
  transactionId!: string;

  @Column('integer')
  recordId!: number;
}
