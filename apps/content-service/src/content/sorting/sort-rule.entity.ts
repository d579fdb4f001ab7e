import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** Operations of sort rules (content-behaviour §22). */
export type SortOperation =
  | `name_${'asc' | 'desc'}`
  | `name_numeric_${'asc' | 'desc'}`
  | `created_date_${'asc' | 'desc'}`
  | `updated_date_${'asc' | 'desc'}`
  | 'chapters_first'
  | 'chapters_last';

/** Numbers the chapters and pages of the books that have it. */
@Entity('sort_rules')
export class SortRule {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 150 })
  name!: string;

  /** Applied one after the other, so that the last one decides first. */
  @Column('text', { array: true })
  operations!: SortOperation[];

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
