import type { ReportedEvent } from '@almanac/auth';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A receiver of events. It gets those that its owner, the user who saved it last, may see. */
@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 150 })
  name!: string;

  @Column('varchar', { length: 500 })
  endpoint!: string;

  /** Names of events; `all` stands alone. */
  @Column('text', { array: true })
  events!: string[];

  @Column('boolean', { default: true })
  active!: boolean;

  /** Seconds that one attempt may take. */
  @Column('integer', { default: 3 })
  timeout!: number;

  /** Shelves, books and categories limit the items and records whose events are sent. Without any, all events are sent. */
  @Column('integer', { array: true, default: () => "'{}'" })
  shelfIds!: number[];

  @Column('integer', { array: true, default: () => "'{}'" })
  bookIds!: number[];

  @Column('integer', { array: true, default: () => "'{}'" })
  categoryIds!: number[];

  @Column('bytea')
  sealedSecret!: Buffer;

  /** The secret before the last change, with which messages are signed as well until `formerSecretUntil`. */
  @Column('bytea', { nullable: true })
  formerSealedSecret!: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  formerSecretUntil!: Date | null;

  @Column('integer', { nullable: true })
  ownedBy!: number | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastCalledAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastErroredAt!: Date | null;

  @Column('text', { nullable: true })
  lastError!: string | null;

  /** When three days of failures switched it off. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  switchedOffAt!: Date | null;

  /** First of the failures since the last success. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  /** Number of failures since the last success. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** End of the pause after a failure. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  resumeAt!: Date | null;

  /** Until then one process delivers for it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}

/** A message to a receiver, which waits or is finished. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  webhookId!: number;

  /** The header `webhook-id`, the same for each attempt. */
  @Column('varchar', { length: 100 })
  messageId!: string;

  @Column('varchar', { length: 60 })
  event!: string;

  @Column('text')
  body!: string;

  @Column('varchar', { length: 10, default: 'waiting' })
  state!: 'waiting' | 'delivered' | 'failed';

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  nextAttemptAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  attemptedAt!: Date | null;

  @Column('integer', { nullable: true })
  durationMs!: number | null;

  @Column('integer', { nullable: true })
  responseStatus!: number | null;

  /** The beginning of the answer. */
  @Column('text', { nullable: true })
  responseBody!: string | null;

  @Column('text', { nullable: true })
  error!: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

/** An event for which no deliveries were made yet: of an activity, or reported by another service. */
@Entity('webhook_events')
export class WebhookEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('varchar', { length: 60 })
  type!: string;

  @Column('integer', { nullable: true })
  activityId!: number | null;

  @Column('json', { nullable: true })
  report!: ReportedEvent | null;
}
