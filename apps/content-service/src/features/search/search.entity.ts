import { UNLISTED_TYPES } from '@almanac/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('search_reindexing')
export class SearchReindexing {
  @PrimaryColumn({ type: UNLISTED_TYPES.char })
  itemType!: string;

  @Column('integer', { default: 0 })
  afterId!: number;
}

@Entity('search_terms')
export class SearchTerm {
  @PrimaryColumn('text')
  term!: string;

  @Column('real')
  score!: number;

  @PrimaryColumn('integer')
  itemId!: number;

  @PrimaryColumn({ type: UNLISTED_TYPES.char })
  itemType!: string;

  @PrimaryColumn({ type: UNLISTED_TYPES.char })
  part!: string;
}

@Entity('search_vocabulary')
export class SearchWord {
  @PrimaryColumn('text')
  word!: string;
}
