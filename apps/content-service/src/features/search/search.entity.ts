import { UNLISTED_TYPES } from '@almanac/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ItemKind } from '../../content/kinds/item-kinds';

/** A kind of items whose entries are built anew, from the items after `afterId` on. */
@Entity('search_reindexing')
export class SearchReindexing {
  @PrimaryColumn({ type: UNLISTED_TYPES.char })
  itemType!: ItemKind['code'];

  @Column('integer', { default: 0 })
  afterId!: number;
}

/** The score of a word in a part of an item. */
@Entity('search_terms')
export class SearchTerm {
  @PrimaryColumn('text')
  term!: string;

  @Column('real')
  score!: number;

  @PrimaryColumn('integer')
  itemId!: number;

  @PrimaryColumn({ type: UNLISTED_TYPES.char })
  itemType!: ItemKind['code'];

  @PrimaryColumn({ type: UNLISTED_TYPES.char })
  part!: 'n' | 'b' | 'd' | 't';
}

/** A word that occurs in the index. */
@Entity('search_vocabulary')
export class SearchWord {
  @PrimaryColumn('text')
  word!: string;
}
