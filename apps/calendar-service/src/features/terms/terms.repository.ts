import { columnNames, Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { isWithin } from '../../calendar/database/ancestors';
import { familyPrefix, slugOf, usedSlugsSql } from '../../calendar/slugs/slugs';
import { Term, type TermKind } from './term.entity';
import type { CountedTerm } from './term.kind';

/** SQL for the number of published events of a term, which is stored as sums. */
export const publicCount = (id: string): string =>
  `(SELECT coalesce(sum(amount), 0) FROM term_tallies WHERE term_id = ${id})`;

/** Columns of a `CountedTerm`, of table alias `term`. Only published events count. */
export const TERM_COLUMNS = sql`${selectColumns(Term, 'term', 'id', 'kind', 'name', 'slug', 'description', 'parentId')},
  ${selectComputed<{ count: number }>({ count: `${publicCount('term.id')}::int` })}`;

/** Every query about terms, except lists. */
@Injectable()
export class TermsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Term) private readonly rows: Repository<Term>,
  ) {}

  async find(kind: TermKind, id: number): Promise<CountedTerm | undefined> {
    const [term] = await this.read(`term.kind = $1 AND term.id = $2`, [kind, id]);
    return term;
  }

  /** Row lock until the open transaction ends. */
  async lock(id: number): Promise<void> {
    await this.database.query('SELECT FROM terms WHERE id = $1 FOR UPDATE', [id]);
  }

  async findBySlug(kind: TermKind, slug: string): Promise<CountedTerm | undefined> {
    const [term] = await this.read(`term.kind = $1 AND term.slug = $2`, [kind, slug]);
    return term;
  }

  /** The first terms of a kind by name, such as the choices of a form. */
  first(kind: TermKind, most: number): Promise<CountedTerm[]> {
    return this.read(`term.kind = $1 ORDER BY fold(term.name), term.id LIMIT $2`, [kind, most]);
  }

  /** A sibling of that name, preferably in the same letter case. As in the reference, accents matter, and so does the case of letters that have them. */
  async findSibling(kind: TermKind, parentId: number | null, name: string): Promise<CountedTerm | undefined> {
    const sibling = `term.kind = $1 AND coalesce(term.parent_id, 0) = coalesce($2, 0) AND fold(term.name) = fold($3)
      AND lower(term.name COLLATE "C") = lower($3 COLLATE "C")`;
    const [term] = await this.read(`${sibling} ORDER BY term.name <> $3, term.id LIMIT 1`, [kind, parentId, name]);
    return term;
  }

  /** By name or slug, in any letter case; terms at the root come first. */
  async findNamed(kind: TermKind, text: string): Promise<CountedTerm | undefined> {
    const named = `term.kind = $1 AND (lower(term.name) = lower($2) OR term.slug = lower($2)) ORDER BY term.parent_id NULLS FIRST, term.id LIMIT 1`;
    const [term] = await this.read(named, [kind, text]);
    return term;
  }

  /** `findNamed` for many texts: ids in the order of the texts. */
  async findAllNamed(kind: TermKind, texts: readonly string[]): Promise<(number | undefined)[]> {
    const rows = await this.database.query(
      sql`SELECT DISTINCT ON (place) ${selectComputed<{ place: number; id: number }>({ place: 'place::int', id: 'named.id' })} FROM unnest($2::text[]) WITH ORDINALITY AS wanted (text, place)
        CROSS JOIN LATERAL (
          SELECT id, parent_id FROM terms WHERE kind = $1 AND fold(name) = fold(text) AND lower(name) = lower(text)
          UNION ALL SELECT id, parent_id FROM terms WHERE kind = $1 AND slug = lower(text)) named
        ORDER BY place, named.parent_id NULLS FIRST, named.id`,
      [kind, texts],
    );
    const found = new Map(rows.map(({ place, id }) => [place, id]));
    return texts.map((_, index) => found.get(index + 1));
  }

  /** Slugs of the kind that are among the requested ones or numbered versions of them. */
  async findUsedSlugs(kind: TermKind, slugs: readonly string[], exceptId?: number): Promise<Set<string>> {
    const rows = await this.database.query(usedSlugsSql('terms', `kind = $4 AND id IS DISTINCT FROM $3::integer`), [
      slugs,
      slugs.map(familyPrefix),
      exceptId ?? null,
      kind,
    ]);
    return new Set(rows.map((row) => row.slug));
  }

  /** The term of each word, by slug, by id, or by the normal form of a slug; unknown words are left out. */
  async resolve(kind: TermKind, words: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query(
      sql`SELECT ${selectComputed<{ word: string; id: number | null }>({
        word: 'word',
        id: `coalesce((SELECT id FROM terms WHERE kind = $1 AND slug = lower(word)),
          (SELECT id FROM terms WHERE kind = $1 AND id::text = word),
          (SELECT id FROM terms WHERE kind = $1 AND slug = normal))`,
      })}
        FROM unnest($2::text[], $3::text[]) AS wanted (word, normal)`,
      [kind, words, words.map(slugOf)],
    );
    return new Map(rows.flatMap(({ word, id }) => (id === null ? [] : [[word, id] as const])));
  }

  /** These terms and all below them. */
  async within(ids: readonly number[]): Promise<number[]> {
    const rows = await this.database.query(
      sql`WITH RECURSIVE wanted AS (
          SELECT id FROM terms WHERE id = ANY($1)
          UNION SELECT child.id FROM terms child JOIN wanted ON child.parent_id = wanted.id)
        SELECT ${selectColumns(Term, 'wanted', 'id')} FROM wanted`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** True when `id` is `ancestorId` or lies below it. */
  isWithin(id: number, ancestorId: number): Promise<boolean> {
    return isWithin(this.database, 'terms', id, ancestorId);
  }

  /**
   * Stores terms by one statement and skips those whose name or slug another transaction takes meanwhile. The statement waits for that transaction only.
   * A lock for each name would last until the commit, and fill a table of fixed size that both services share.
   * @returns their ids by slug
   */
  async insertFree(terms: readonly Omit<Term, 'id'>[]): Promise<Map<string, number>> {
    const column = <K extends keyof Omit<Term, 'id'>>(name: K) => terms.map((term) => term[name]);
    const rows = await this.database.query(
      sql`INSERT INTO terms (${columnNames(Term, 'kind', 'name', 'slug', 'description', 'parentId')})
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
        ON CONFLICT DO NOTHING RETURNING ${selectColumns(Term, 'terms', 'id', 'slug')}`,
      [column('kind'), column('name'), column('slug'), column('description'), column('parentId')],
    );
    return new Map(rows.map(({ slug, id }) => [slug, id]));
  }

  async update({ id, name, slug, description, parentId }: Term): Promise<void> {
    await this.rows.update(id, { name, slug, description, parentId });
  }

  /** Children move up to the deleted term's parent; events simply lose the term. */
  async delete({ id, parentId }: Term): Promise<void> {
    await this.rows.update({ parentId: id }, { parentId });
    await this.rows.delete(id);
  }

  private read(condition: string, values: unknown[]): Promise<CountedTerm[]> {
    return this.database.query(sql`SELECT ${TERM_COLUMNS} FROM terms term WHERE ${condition}`, values);
  }
}
