import {
  Database,
  type RowOf,
  selectColumns,
  selectComputed,
  selectSnakeColumns,
  sql,
  unionAll,
} from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { View } from '../../content/access/access.service';
import { tagsColumn } from '../../content/kinds/item-sql';
import { User } from '../../content/accounts/user.entity';
import { ContentItem } from '../../content/kinds/shared-columns';
import {
  findable,
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

interface SimilarWord {
  word: string;
  searched: string;
}

/** A text of a query. */
interface ReadText {
  text: string;
  /** Null for texts that were given apart from the bare text. */
  isWord: boolean | null;
  clue: string | null;
}

type ResultParent = Pick<ContentItem, 'id' | 'name' | 'slug'>;

interface ComputedMembers {
  code: ItemKind['code'];
  book_id: number | null;
  chapter_id: number | null;
  /** Slug of the book, even if the caller cannot see the book. */
  book_slug: string | null;
  /** Null when there is none, or the caller cannot see it. */
  book: ResultParent | null;
  chapter: ResultParent | null;
  /** The page's text or the item's description. */
  content: string;
}

/** Queries of a search. */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  async find(request: SearchRequest): Promise<SearchHits> {
    const hasWords = request.words.texts.length > 0;
    const occurrences = hasWords ? await this.occurrences(request.words) : [];
    if (hasWords && occurrences.length === 0) return { hits: [], total: 0 };
    const { statement, values } = searchSql(request, occurrences);
    const rows = await this.database.query(statement, values);
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
    const rows = await this.database.query(
      sql`WITH piece AS MATERIALIZED (SELECT text, is_word FROM search_pieces($1))
       (SELECT ${selectComputed<ReadText>({ text: 'text', isWord: 'TRUE', clue: 'NULL' })} FROM piece WHERE is_word LIMIT $3)
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
    const rows = await this.database.query(unionAll(branches), parameters.values);
    const byHit = new Map(rows.map((row) => [`${row.code}${row.id}`, row]));
    return hits.flatMap(({ type, id }) => byHit.get(`${type}${id}`) ?? []);
  }

  /** Words of the index similar to these; both folded. */
  similarWords(words: readonly string[]): Promise<SimilarWord[]> {
    return this.database.query(
      sql`SELECT ${selectComputed<SimilarWord>({ word: 'found.word', searched: 'searched' })} FROM unnest($1::text[]) AS searched, LATERAL search_similar_words(searched) AS found`,
      [words],
    );
  }

  people(slugs: readonly string[]): Promise<Pick<User, 'slug' | 'id'>[]> {
    return this.database.query(
      sql`SELECT ${selectColumns(User, 'person', 'slug', 'id')} FROM users person WHERE slug = ANY ($1)`,
      [slugs],
    );
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

/** Statement of results. Parents that the caller cannot see are null. */
function detailsOf(kind: ItemKind, ids: number[], view: View, parameters: Parameters) {
  const { code, table, alias, key } = kind;
  const [inBook, isPage] = [code === 'c' || code === 'p', code === 'p'];
  const named = (parent: string) =>
    `json_build_object('id', ${parent}.id, 'name', ${parent}.name, 'slug', ${parent}.slug)`;
  const book = () => `CASE WHEN ${view.visible('book', 'home', parameters)} THEN ${named('home')} END`;
  const chapter = () => `(SELECT ${named('parent')} FROM chapters parent
    WHERE parent.id = page.chapter_id AND ${view.visible('chapter', 'parent', parameters)})`;
  const computed = selectComputed<ComputedMembers>({
    code: `'${code}'`,
    book_id: inBook ? `${alias}.book_id` : 'NULL::int',
    chapter_id: isPage ? 'page.chapter_id' : 'NULL::int',
    book_slug: inBook ? 'home.slug' : 'NULL',
    book: inBook ? book() : 'NULL::json',
    chapter: isPage ? chapter() : 'NULL::json',
    content: `left(${isPage ? 'content.text' : `${alias}.description`}, ${MAX_TEXT})`,
  });
  return sql`SELECT ${selectSnakeColumns(ContentItem, alias, 'id', 'name', 'slug', 'createdAt', 'updatedAt')},
      ${computed}, ${tagsColumn(key, alias)}
    FROM ${table} ${alias} ${JOINS[code]} WHERE ${alias}.id = ANY (${parameters.add(ids)}) AND ${findable(kind, view, parameters)}`;
}

export type ResultRow = RowOf<ReturnType<typeof detailsOf>>;
