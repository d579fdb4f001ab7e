import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that may have no row: it is new, or its row was deleted. */
@Entity('file_removals')
export class FileRemoval {
  /** Its key in the file store. */
  @PrimaryColumn('varchar', { length: 500 })
  key!: string;

  /** When the file is removed, unless a row names it by then. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;
}
