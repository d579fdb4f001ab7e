import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('kept_answers')
export class KeptAnswer {
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('varchar', { length: 255 })
  key!: string;

  @Column('varchar', { length: 64 })
  fingerprint!: string;

  @Column('smallint')
  status!: number;

  @Column('json')
  headers!: unknown;

  @Column('text', { nullable: true })
  body!: string | null;

  @Column('boolean')
  isTooLarge!: boolean;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
