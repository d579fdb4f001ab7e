import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { View } from '../../domain/access/access.service';
import { tagsColumn } from '../../domain/content-tree/item-sql';
import { type IndexWords, type Occurrences, occurrencesSql } from './index-words';
import { ITEM_KINDS, type ItemKind } from './item-kinds';
import type { ResultRow } from './result.presenter';
import { type HitRow, type SearchRequest, searchSql } from './search-sql';

interface Hit {
  type: ItemKind['code'];
  id: number;
}

/** Previews look no further into a text. */
const MOST_TEXT = 50_000;

/** Parents that the caller sees; `home` is the book whether seen or not, for its place in addresses. */
const PARENTS: Record<ItemKind['code'], string> = {
  s: '',
  b: '',
  c: 'JOIN books home ON home.id = chapter.book_id',
  p: 'JOIN page_contents content ON content.page_id = page.id JOIN books home ON home.id = page.book_id',
};

/** Every question that a search asks. */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  async find(request: SearchRequest): Promise<{ hits: Hit[]; total: number }> {
    const hasWords = request.words.texts.length > 0;
    const occurrences = hasWords ? await this.occurrences(request.words) : [];
    if (hasWords && occurrences.length === 0) return { hits: [], total: 0 };
    const { sql, values } = searchSql(request, occurrences);
    const rows = await this.database.query<HitRow>(sql, values);
    return { hits: rows.flatMap(({ type, id }) => (id === null ? [] : [{ type, id }])), total: rows[0]?.total ?? 0 };
  }

  private occurrences(words: IndexWords): Promise<Occurrences[]> {
    const parameters = new Parameters();
    return this.database.query(occurrencesSql(words, parameters), parameters.values);
  }

  /** What is shown of the hits, in their order, in one query. What was hidden or deleted a moment ago is left out. */
  async details(hits: readonly Hit[], view: View): Promise<ResultRow[]> {
    if (hits.length === 0) return [];
    const parameters = new Parameters();
    const branches = ITEM_KINDS.flatMap((kind) => {
      const ids = hits.filter(({ type }) => type === kind.code).map(({ id }) => id);
      return ids.length > 0 ? [detailsOf(kind, ids, view, parameters)] : [];
    });
    const rows = await this.database.query<ResultRow>(branches.join(' UNION ALL '), parameters.values);
    const byHit = new Map(rows.map((row) => [`${row.code}${row.id}`, row]));
    return hits.flatMap(({ type, id }) => byHit.get(`${type}${id}`) ?? []);
  }

  /** Words of the index that look like these; both folded. */
  similarWords(words: readonly string[]): Promise<{ word: string; asked: string }[]> {
    return this.database.query(
      `SELECT found.word, asked FROM unnest($1::text[]) AS given, LATERAL fold(given) AS asked, LATERAL search_similar_words(asked) AS found`,
      [words],
    );
  }

  people(slugs: readonly string[]): Promise<{ slug: string; id: number }[]> {
    return this.database.query('SELECT slug, id FROM users WHERE slug = ANY ($1)', [slugs]);
  }
}

function detailsOf({ type, code, table, alias, key }: ItemKind, ids: number[], view: View, parameters: Parameters): string {
  const visible = view.visible(type, alias, parameters);
  const parent = (parentType: 'book' | 'chapter', parentTable: string) =>
    `(SELECT json_build_object('id', ${parentType}.id, 'name', ${parentType}.name, 'slug', ${parentType}.slug)
      FROM ${parentTable} ${parentType} WHERE ${parentType}.id = ${alias}.${parentType}_id AND ${view.visible(parentType, parentType, parameters)})`;
  const inBook = code === 'c' || code === 'p';
  return `SELECT '${code}' AS code, ${alias}.id, ${alias}.name, ${alias}.slug, ${alias}.created_at, ${alias}.updated_at,
      ${inBook ? `${alias}.book_id` : 'NULL::int'} AS book_id, ${code === 'p' ? 'page.chapter_id' : 'NULL::int'} AS chapter_id,
      ${inBook ? 'home.slug' : 'NULL'} AS book_slug, ${inBook ? parent('book', 'books') : 'NULL::json'} AS book,
      ${code === 'p' ? parent('chapter', 'chapters') : 'NULL::json'} AS chapter,
      left(${code === 'p' ? 'content.text' : `${alias}.description`}, ${MOST_TEXT}) AS content, ${tagsColumn(key, alias)}
    FROM ${table} ${alias} ${PARENTS[code]} WHERE ${alias}.id = ANY (${parameters.add(ids)}) AND ${visible}`;
}
