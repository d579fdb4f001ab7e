import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { View } from '../../content/access/access.service';
import { tagsColumn } from '../../content/kinds/item-sql';
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
import type { Clues } from './query/criteria';
import { type BarePiece, plainPieces, type SearchLimits } from './query/search-query';
import { ALL_KINDS, type ItemKind } from '../../content/kinds/item-kinds';

export interface SearchHits {
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

  async find(request: SearchRequest): Promise<SearchHits> {
    const hasWords = request.words.texts.length > 0;
    const occurrences = hasWords ? await this.occurrences(request.words) : [];
    if (hasWords && occurrences.length === 0) return { hits: [], total: 0 };
    const { sql, values } = searchSql(request, occurrences);
    const rows = await this.database.query<HitRow>(sql, values);
    return { hits: rows.flatMap(({ type, id }) => (id === null ? [] : [{ type, id }])), total: rows[0]?.total ?? 0 };
  }

  /** Splits a bare text as the index splits texts, and finds clues to its texts of several words and to further texts. */
  async read(
    bare: string,
    texts: readonly string[],
    limits: SearchLimits,
  ): Promise<{ pieces: BarePiece[]; clues: Clues }> {
    const plain = texts.length === 0 ? plainPieces(bare) : undefined;
    if (plain) return { pieces: plain, clues: new Map() };
    const rows = await this.database.query<{ text: string; isWord: boolean | null; clue: string | null }>(
      `WITH piece AS MATERIALIZED (SELECT text, is_word FROM search_pieces($1))
       (SELECT text, TRUE AS "isWord", NULL AS clue FROM piece WHERE is_word LIMIT $3)
       UNION ALL (SELECT text, FALSE, search_clue(text) FROM piece WHERE NOT is_word LIMIT $4)
       UNION ALL SELECT text, NULL, search_clue(text) FROM unnest($2::text[]) AS text`,
      [bare, texts, limits.words, limits.exacts],
    );
    return {
      pieces: rows.flatMap(({ text, isWord }) => (isWord === null ? [] : [{ text, isWord }])),
      clues: new Map(rows.flatMap(({ text, clue }) => (clue === null ? [] : [[text, clue] as const]))),
    };
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
  similarWords(words: readonly string[]): Promise<{ word: string; searched: string }[]> {
    return this.database.query(
      'SELECT found.word, searched FROM unnest($1::text[]) AS searched, LATERAL search_similar_words(searched) AS found',
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
