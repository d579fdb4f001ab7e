import { Column, Entity } from 'typeorm';
import { AuthoredRecord } from '../kinds/shared-columns';

/** A comment on a page, or a reply to another comment. */
@Entity('comments')
export class Comment extends AuthoredRecord {
  @Column('integer')
  pageId!: number;

  /** The number of the comment on its page. */
  @Column('integer')
  localId!: number;

  /** The `localId` of the comment that it replies to, which may be deleted; null at the top level. */
  @Column('integer', { nullable: true })
  parentId!: number | null;

  /** Simple formatting only; filtered again on output. */
  @Column('text')
  html!: string;

  /** Reference to the block of the page that it is about; empty for the page as a whole. */
  @Column('varchar', { length: 255, default: '' })
  contentRef!: string;

  @Column('boolean', { default: false })
  archived!: boolean;
}
