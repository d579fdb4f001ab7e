import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('settings')
export class StoredSetting {
  @PrimaryColumn('varchar', { length: 100 })
  name!: string;

  @Column('text')
  value!: string;
}
