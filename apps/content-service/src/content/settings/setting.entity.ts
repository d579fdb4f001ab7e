import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting that an administrator stored, or a version that triggers change. */
@Entity('settings')
export class Setting {
  @PrimaryColumn('varchar', { length: 100 })
  name!: string;

  @Column('text')
  value!: string;
}
