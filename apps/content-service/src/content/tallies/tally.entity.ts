import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A part of the number of visible items: rows of one scope are summed. The table has no key, but TypeORM requires one. */
abstract class Tally {
  /** null for items without a permission scope. */
  @Column('integer', { nullable: true })
  scopeId!: number | null;

  @Column('integer')
  amount!: number;

  /** False for a row that was appended since the last compaction. */
  @PrimaryColumn('boolean', { default: false })
  isMerged!: boolean;
}

@Entity('book_tallies')
export class BookTally extends Tally {}

@Entity('chapter_tallies')
export class ChapterTally extends Tally {}

@Entity('page_tallies')
export class PageTally extends Tally {}
