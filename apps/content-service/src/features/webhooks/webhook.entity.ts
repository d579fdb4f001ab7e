import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 150 })
  name!: string;

  @Column('varchar', { length: 500 })
  endpoint!: string;

  @Column('text', { array: true })
  events!: string[];

  @Column('boolean', { default: true })
  active!: boolean;

  @Column('integer', { default: 3 })
  timeout!: number;

  @Column('integer', { array: true, default: () => "'{}'" })
  shelfIds!: number[];

  @Column('integer', { array: true, default: () => "'{}'" })
  bookIds!: number[];

  @Column('integer', { array: true, default: () => "'{}'" })
  categoryIds!: number[];

  @Column('bytea')
  sealedSecret!: Buffer;

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

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  switchedOffAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  @Column('integer', { default: 0 })
  failures!: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  resumeAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}

@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  webhookId!: number;

  @Column('varchar', { length: 100 })
  messageId!: string;

  @Column('varchar', { length: 60 })
  event!: string;

  @Column('text')
  body!: string;

  @Column('varchar', { length: 10, default: 'waiting' })
  state!: string;

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

  @Column('text', { nullable: true })
  responseBody!: string | null;

  @Column('text', { nullable: true })
  error!: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

@Entity('webhook_events')
export class WebhookEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('varchar', { length: 60 })
  type!: string;

  @Column('integer', { nullable: true })
  activityId!: number | null;

  @Column('json', { nullable: true })
  report!: unknown;
}
