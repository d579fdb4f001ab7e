import { Column, Entity, PrimaryColumn } from 'typeorm';

export type TermKind = 'category' | 'tag';

/** A category (which may have a parent) or a tag (which may not). */
@Entity('terms')
export class Term {
  @PrimaryColumn('integer', { default: () => "nextval('record_id')" })
  id!: number;

  @Column('varchar', { length: 16 })
  kind!: TermKind;

  @Column('varchar', { length: 200 })
  name!: string;

  @Column('varchar', { length: 200 })
  slug!: string;

  @Column('text')
  description!: string;

  @Column('integer', { nullable: true })
  parentId!: number | null;
}

/** A term with the number of published events that carry it. */
export type CountedTerm = Term & { count: number };
