import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { ContentItem } from '../kinds/shared-columns';

export type PageEditor = 'wysiwyg' | 'wysiwyg2024' | 'markdown';

/** A page without its body. */
@Entity('pages')
export class Page extends ContentItem {
  @Column('integer')
  bookId!: number;

  /** Null for a page that lies in the book itself. */
  @Column('integer', { nullable: true })
  chapterId!: number | null;

  /** Position in the chapter or book. */
  @Column('integer')
  priority!: number;

  /** Not published yet: only its owner sees it. */
  @Column('boolean', { default: false })
  draft!: boolean;

  @Column('boolean', { default: false })
  template!: boolean;

  /** Updates so far, also those that stored no revision. */
  @Column('integer', { default: 0 })
  revisionCount!: number;

  @Column('varchar', { length: 20, default: 'wysiwyg' })
  editor!: PageEditor;
}

/** A page's body, in its own table because lists do not need it. */
@Entity('page_contents')
export class PageContent {
  @PrimaryColumn('integer')
  pageId!: number;

  /** Not sanitised, and with unresolved includes. */
  @Column('text')
  html!: string;

  /** Empty unless the last save was Markdown. */
  @Column('text', { default: '' })
  markdown!: string;

  /** Plain text, for search and exports. */
  @Column('text', { default: '' })
  text!: string;
}

/** State of a page after one of its saves. */
@Entity('page_revisions')
export class PageRevision {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer')
  pageId!: number;

  /** The page's revision count at that save. */
  @Column('integer')
  revisionNumber!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 300 })
  slug!: string;

  @Column('varchar', { length: 300 })
  bookSlug!: string;

  @Column('text')
  html!: string;

  @Column('text', { default: '' })
  markdown!: string;

  @Column('text', { default: '' })
  text!: string;

  /** The changelog given with the save. */
  @Column('varchar', { length: 255, nullable: true })
  summary!: string | null;

  @Column('integer', { nullable: true })
  createdBy!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
