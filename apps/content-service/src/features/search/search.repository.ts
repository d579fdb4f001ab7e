import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { View } from '../../domain/access/access.service';
import { type IndexWords, type Occurrences, occurrencesSql } from './index-words';
import { MOST_CHANGES, type Since } from './item-changes';
import type { ItemKind } from './item-kinds';
import type { WordEntries } from './quick-ranking';
import type { ResultRow } from './result.presenter';
import { type HitRow, type SearchRequest, searchSql } from './search-sql';
import { resultFor, type StoredResult, storedResultsSql } from './stored-results';

export interface Found {
  hits: Hit[];
  /** Of all that the caller may see. */
  total: number;
}

interface Hit {
  type: ItemKind['code'];
  id: number;
}

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
   * @param most a word with so many has too many: then there are no entries
   */
  async entries({ texts, match }: IndexWords, horizon: string, most: number): Promise<{ entries?: WordEntries[]; since: Since }> {
    const rows = await this.database.query<Since & (WordEntries | { word: number; ids: null } | { word: null })>(ENTRIES_AND_CHANGES, [
      texts,
      match === '=',
      most,
      horizon,
      MOST_CHANGES,
    ]);
    const [first] = rows;
    if (!first) throw new Error('a statement that always answers did not');
    const since = { horizon: first.horizon, changes: first.changes };
    const entries = rows.filter((row) => row.word !== null);
    return entries.every((row) => row.ids !== null) ? { entries, since } : { since };
  }

  /** What is shown of the hits, in their order, in one query. What was hidden or deleted a moment ago is left out. */
  async details(hits: readonly Hit[], view: View): Promise<ResultRow[]> {
    if (hits.length === 0) return [];
    const { sql, values } = storedResultsSql(hits);
    const rows = await this.database.query<StoredResult>(sql, values);
    const byHit = new Map(rows.map((row) => [`${row.code}${row.id}`, row]));
    return hits.flatMap(({ type, id }) => {
      const row = byHit.get(`${type}${id}`);
      return (row && resultFor(view, row)) ?? [];
    });
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
