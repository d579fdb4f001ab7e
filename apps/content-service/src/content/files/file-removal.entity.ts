import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('file_removals')
export class FileRemoval {
  @PrimaryColumn('varchar', { length: 500 })
  key!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;
}
