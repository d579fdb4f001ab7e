import { Column, Entity } from 'typeorm';
import { AuthoredRecord } from '../kinds/shared-columns';

/** `cover_…` images belong to their shelf or book. `gallery` and `drawio` images belong to their page. */
export type ImagePurpose = 'gallery' | 'drawio' | 'cover_book' | 'cover_bookshelf' | 'user' | 'system';

@Entity('images')
export class Image extends AuthoredRecord {
  @Column('varchar', { length: 255 })
  name!: string;

  /** Below the base address, with a leading slash; also the key in the file store. */
  @Column('varchar', { length: 400 })
  path!: string;

  @Column('varchar', { length: 20 })
  type!: ImagePurpose;

  /** The page, shelf or book it was uploaded for. */
  @Column('integer', { nullable: true })
  uploadedTo!: number | null;
}
