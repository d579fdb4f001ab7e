import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ContentItem } from '../kinds/shared-columns';

export type PageEditor = 'wysiwyg' | 'wysiwyg2024' | 'markdown';

@Entity('pages')
export class Page extends ContentItem {
  @Column('integer')
  bookId!: number;

  @Column('integer', { nullable: true })
  chapterId!: number | null;

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
