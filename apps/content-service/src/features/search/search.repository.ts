import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { View } from '../../domain/access/access.service';
import { tagsColumn } from '../../domain/content-tree/item-sql';
import { type IndexWords, type Occurrences, occurrencesSql } from './index-words';
import { MOST_CHANGES, type Since } from './item-changes';
import { ITEM_KINDS, type ItemKind } from './item-kinds';
import type { WordEntries } from './quick-ranking';
import type { ResultRow } from './result.presenter';
import { type HitRow, type SearchRequest, searchSql } from './search-sql';

export interface Found {
  hits: Hit[];
  /** Of all that the caller may see. */
  total: number;
}

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

  /**
   * The entries of words, and what happened to items since `horizon`, as of one moment.
   * @param most entries of a word at most; who gets so many has not got all
   */
  async entries({ texts, match }: IndexWords, horizon: string, most: number): Promise<{ entries: WordEntries[]; since: Since }> {
    const rows = await this.database.query<Since & (WordEntries | { word: null })>(ENTRIES_AND_CHANGES, [
      texts,
      match === '=',
      most,
      horizon,
      MOST_CHANGES,
    ]);
    const [first] = rows;
    if (!first) throw new Error('a statement that always answers did not');
    return { entries: rows.filter((row) => row.word !== null), since: { horizon: first.horizon, changes: first.changes } };
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

const ENTRIES_AND_CHANGES = `
  SELECT entry.*, pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
    (SELECT json_agg(change) FROM search_changes_since($4::xid8, $5) change) AS changes
  FROM (VALUES (1)) once LEFT JOIN search_entries($1, $2, $3) entry ON TRUE`;

function detailsOf({ type, code, table, alias, key }: ItemKind, ids: number[], view: View, parameters: Parameters): string {
  const visible = view.visible(type, alias, parameters);
  const named = (parent: 'home' | 'chapter') => `json_build_object('id', ${parent}.id, 'name', ${parent}.name, 'slug', ${parent}.slug)`;
  const book = () => `CASE WHEN ${view.visible('book', 'home', parameters)} THEN ${named('home')} END`;
  const chapter = () => `(SELECT ${named('chapter')} FROM chapters chapter
    WHERE chapter.id = page.chapter_id AND ${view.visible('chapter', 'chapter', parameters)})`;
  const inBook = code === 'c' || code === 'p';
  return `SELECT '${code}' AS code, ${alias}.id, ${alias}.name, ${alias}.slug, ${alias}.created_at, ${alias}.updated_at,
      ${inBook ? `${alias}.book_id` : 'NULL::int'} AS book_id, ${code === 'p' ? 'page.chapter_id' : 'NULL::int'} AS chapter_id,
      ${inBook ? 'home.slug' : 'NULL'} AS book_slug, ${inBook ? book() : 'NULL::json'} AS book,
      ${code === 'p' ? chapter() : 'NULL::json'} AS chapter,
      left(${code === 'p' ? 'content.text' : `${alias}.description`}, ${MOST_TEXT}) AS content, ${tagsColumn(key, alias)}
    FROM ${table} ${alias} ${PARENTS[code]} WHERE ${alias}.id = ANY (${parameters.add(ids)}) AND ${visible}`;
}
