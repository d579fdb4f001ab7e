import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A run of the backup program. */
@Entity('backup_runs')
export class BackupRun {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  endedAt!: Date;

  @Column('boolean')
  complete!: boolean;
}
