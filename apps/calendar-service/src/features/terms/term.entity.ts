import { Column, Entity, PrimaryColumn } from 'typeorm';

export type TermKind = 'category' | 'tag';

/** A category (which may have a parent) or a tag (which may not). */
@Entity('terms')
export class Term {
  @PrimaryColumn('integer', { default: () => "nextval('record_id'::regclass)" })
  id!: number;

  @Column('varchar', { length: 16 })
  kind!: TermKind;

  @Column('varchar', { length: 200 })
  name!: string;

  @Column('varchar', { length: 200 })
  slug!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('integer', { nullable: true })
  parentId!: number | null;
}

/** A part of the number of published events that carry a term; its rows are summed. The table has no key, but TypeORM requires one. */
@Entity('term_tallies')
export class TermTally {
  @PrimaryColumn('integer')
  termId!: number;

  @Column('integer')
  amount!: number;
}
