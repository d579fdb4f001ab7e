import { Column, Entity } from 'typeorm';
import { AuthoredRecord } from '../kinds/shared-columns';

/** A file or a link that belongs to a page (content-behaviour §9). */
@Entity('attachments')
export class Attachment extends AuthoredRecord {
  @Column('integer')
  pageId!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  /** The extension of the uploaded file's name, unchanged and without the dot; empty for links. */
  @Column('varchar', { length: 255, default: '' })
  extension!: string;

  /** True for a link, false for a file. */
  @Column('boolean')
  external!: boolean;

  /** The URL of a link, or the key of the file in the file store. */
  @Column('varchar', { length: 2000 })
  path!: string;

  /** Position among the attachments of the page. */
  @Column('integer')
  order!: number;
}
