import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('job_runs')
export class JobRun {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('varchar', { length: 40 })
  kind!: string;

  @Column('integer', { nullable: true })
  subject!: number | null;

  @Column('integer')
  createdBy!: number;

  @Column('json')
  input!: unknown;

  @Column('bytea', { nullable: true })
  file!: Buffer | null;

  @Column('varchar', { length: 10, default: 'waiting' })
  state!: string;

  @Column('varchar', { length: 40, nullable: true })
  step!: string | null;

  @Column('integer', { default: 0 })
  done!: number;

  @Column('integer', { default: 0 })
  total!: number;

  @Column('json', { nullable: true })
  outcome!: unknown;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('boolean', { default: false })
  cancelRequested!: boolean;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  aliveAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;
}

@Entity('job_run_notes')
export class JobRunNote {
  @PrimaryColumn('integer')
  runId!: number;

  @PrimaryColumn('integer')
  place!: number;

  @Column('json')
  note!: unknown;
}
