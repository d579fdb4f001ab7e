import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A count of attempts, e.g. of log-ins to an account. */
@Entity('attempt_windows')
export class AttemptWindow {
  /** SHA-256 of the kind of attempt and its subject. */
  @PrimaryColumn('bytea')
  key!: Buffer;

  @Column('integer')
  attempts!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  endsAt!: Date;
}
