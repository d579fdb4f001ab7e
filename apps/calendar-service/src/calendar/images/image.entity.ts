import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('images')
export class Image {
  @PrimaryColumn('integer', { default: () => "nextval('record_id'::regclass)" })
  id!: number;

  @Column('text', { nullable: true })
  sourceUrl!: string | null;

  @Column('integer')
  authorId!: number;

  @Column('varchar', { length: 400 })
  path!: string;

  @Column('varchar', { length: 40 })
  mimeType!: string;

  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  @Column('integer')
  filesize!: number;

  @Column('jsonb')
  sizes!: unknown;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
