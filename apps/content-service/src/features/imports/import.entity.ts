import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

export type ImportType = 'book' | 'chapter' | 'page';

/** A ZIP file that waits to be imported. */
@Entity('imports')
export class Import {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  /** Name of the item in the archive. */
  @Column('varchar', { length: 255 })
  name!: string;

  /** Its key in the file store. */
  @Column('varchar', { length: 400 })
  path!: string;

  /** Bytes. */
  @Column('integer')
  size!: number;

  @Column('varchar', { length: 20 })
  type!: ImportType;

  /** Summary of the archive (see `summaryOf`). */
  @Column('json')
  details!: object;

  @Column('integer', { nullable: true })
  createdBy!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
