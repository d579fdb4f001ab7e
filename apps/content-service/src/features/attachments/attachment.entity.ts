import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A file or a link that belongs to a page (content-behaviour §9). */
@Entity('attachments')
export class Attachment {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer')
  pageId!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  /** Of the uploaded file's name, without the dot, as it was written; empty for links. */
  @Column('varchar', { length: 255, default: '' })
  extension!: string;

  /** A link, not a file. */
  @Column('boolean')
  external!: boolean;

  /** The address of a link, or the file's key in the file store. */
  @Column('varchar', { length: 2000 })
  path!: string;

  /** Place among the attachments of the page. */
  @Column('integer')
  order!: number;

  @Column('integer', { nullable: true })
  createdBy!: number | null;

  @Column('integer', { nullable: true })
  updatedBy!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
