import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ItemType } from '../kinds/item-kinds';
import type { ActivityType } from './activity-types';

/** A line of the audit trail. */
@Entity('activities')
export class Activity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 60 })
  type!: ActivityType;

  @Column('text', { default: '' })
  detail!: string;

  /** Also of a user who was deleted since; null for the system. */
  @Column('integer', { nullable: true })
  userId!: number | null;

  @Column('varchar', { length: 45, default: '' })
  ip!: string;

  /** The `X-Request-Id` of the request that caused it; null for jobs and commands. */
  @Column('varchar', { length: 128, nullable: true })
  requestId!: string | null;

  @Column('varchar', { length: 20, nullable: true })
  loggableType!: ItemType | null;

  @Column('integer', { nullable: true })
  loggableId!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
