import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The answer to a request with an `Idempotency-Key`, kept for repetitions of the request. */
@Entity('kept_answers')
export class KeptAnswer {
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('varchar', { length: 255 })
  key!: string;

  /** Digest of the request. */
  @Column('varchar', { length: 64 })
  fingerprint!: string;

  @Column('smallint')
  status!: number;

  @Column('json')
  headers!: Record<string, string>;

  /** JSON; null for no body, or for one that was too large. */
  @Column('text', { nullable: true })
  body!: string | null;

  @Column('boolean')
  isTooLarge!: boolean;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
