import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { View } from '../../content/access/access.service';
import { tagsColumn } from '../../content/items/item-sql';
import type { ResultRow } from './result.presenter';
import {
  findable,
  type HitRow,
  type IndexWords,
  type Occurrences,
  occurrencesSql,
  type SearchRequest,
  searchSql,
} from './query/search-sql';
import { ALL_KINDS, type ItemKind } from '../../content/items/item-kinds';

export interface Found {
  hits: Hit[];
  /** Number of all hits that the caller may see. */
  total: number;
}

interface Hit {
  type: ItemKind['code'];
  id: number;
}

/** Queries of a search. */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  async find(request: SearchRequest): Promise<Found> {
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

  /** The hits in their order, with all members of a result. Items that were hidden or deleted since the search are left out. */
  async details(hits: readonly Hit[], view: View): Promise<ResultRow[]> {
    if (hits.length === 0) return [];
    const parameters = new Parameters();
    const branches = ALL_KINDS.flatMap((kind) => {
      const ids = hits.filter(({ type }) => type === kind.code).map(({ id }) => id);
      return ids.length > 0 ? [detailsOf(kind, ids, view, parameters)] : [];
    });
    const rows = await this.database.query<ResultRow>(branches.join(' UNION ALL '), parameters.values);
    const byHit = new Map(rows.map((row) => [`${row.code}${row.id}`, row]));
    return hits.flatMap(({ type, id }) => byHit.get(`${type}${id}`) ?? []);
  }

  /** Words of the index similar to these; both folded. */
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

/** Previews use only this many characters of a text. */
const MAX_TEXT = 50_000;

/** `home` is the book of a chapter or page, even if the caller cannot see it: addresses contain its slug. */
const JOINS: Record<ItemKind['code'], string> = {
  s: '',
  b: '',
  c: 'JOIN books home ON home.id = chapter.book_id',
  p: 'JOIN books home ON home.id = page.book_id JOIN page_contents content ON content.page_id = page.id',
};

/** SQL of `ResultRow`s. Parents that the caller cannot see are null. */
function detailsOf(kind: ItemKind, ids: number[], view: View, parameters: Parameters): string {
  const { code, table, alias, key } = kind;
  const [inBook, isPage] = [code === 'c' || code === 'p', code === 'p'];
  const named = (parent: string) =>
    `json_build_object('id', ${parent}.id, 'name', ${parent}.name, 'slug', ${parent}.slug)`;
  const book = () => `CASE WHEN ${view.visible('book', 'home', parameters)} THEN ${named('home')} END`;
  const chapter = () => `(SELECT ${named('parent')} FROM chapters parent
    WHERE parent.id = page.chapter_id AND ${view.visible('chapter', 'parent', parameters)})`;
  return `SELECT '${code}' AS code, ${alias}.id, ${alias}.name, ${alias}.slug, ${alias}.created_at, ${alias}.updated_at,
      ${inBook ? `${alias}.book_id` : 'NULL::int'} AS book_id, ${isPage ? 'page.chapter_id' : 'NULL::int'} AS chapter_id,
      ${inBook ? 'home.slug' : 'NULL'} AS book_slug, ${inBook ? book() : 'NULL::json'} AS book, ${isPage ? chapter() : 'NULL::json'} AS chapter,
      left(${isPage ? 'content.text' : `${alias}.description`}, ${MAX_TEXT}) AS content, ${tagsColumn(key, alias)}
    FROM ${table} ${alias} ${JOINS[code]} WHERE ${alias}.id = ANY (${parameters.add(ids)}) AND ${findable(kind, view, parameters)}`;
}
