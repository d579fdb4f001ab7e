import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Names of calendar-behaviour §2.5. */
export type SizeName = 'thumbnail' | 'medium' | 'medium_large' | 'large';

/** A stored file: the image itself, or a smaller form of it. */
export type ImageFile = Pick<StoredImage, 'path' | 'mimeType' | 'width' | 'height' | 'filesize'>;

/** The image of one or more records, with its smaller forms. */
@Entity('images')
export class StoredImage {
  @PrimaryColumn('integer', { default: () => "nextval('record_id'::regclass)" })
  id!: number;

  @Column('text', { nullable: true })
  sourceUrl!: string | null;

  @Column('integer')
  authorId!: number;

  /** Path in the file store, and below the address that serves images. */
  @Column('varchar', { length: 400 })
  path!: string;

  @Column('varchar', { length: 40 })
  mimeType!: string;

  /** Pixels, with the orientation applied. */
  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** Bytes. */
  @Column('integer')
  filesize!: number;

  @Column('jsonb')
  sizes!: Partial<Record<SizeName, ImageFile>>;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
