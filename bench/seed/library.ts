import type { Client } from 'pg';
import { insertBodies } from './content';
import { correctSums } from './seeding-client';
import { dropIndexes } from './drop-indexes';
import { createVocabulary, wordOf } from './words';

/** Size of a library in which many items have overrides. */
export interface LibrarySize {
  readonly pages: number;
  readonly books: number;
  /** Number of pages with a body, counted from the first; lists do not read bodies. */
  readonly bodies: number;
  /** Whether the search index gets the words of the pages' names. Bodies are not indexed: they would take 130 GB for ten million pages. */
  readonly isSearchable?: boolean;
}

/** This book holds one page in a hundred. Neither the book nor its chapters have overrides. */
export const LARGEST_BOOK = 1;
const CHAPTERS_PER_BOOK = 5;
const SHELVES = 50;

/** Items with overrides: of a million pages in 5,000 books these are 8,130 pages, 1,563 chapters and 500 books. */
const OVERRIDDEN = { book: 'n % 10 = 3', chapter: 'n % 16 = 6', page: 'n % 123 = 11' };

const overridden = (type: keyof typeof OVERRIDDEN, n: string): string => OVERRIDDEN[type].replace('n', n);

/** SQL that is true for this share of inputs, pseudo-randomly and the same in every run. */
const chance = (share: number, ...of: string[]): string =>
  `hashtext(concat_ws('/', ${of.join(', ')})) & 1023 < ${Math.round(share * 1024)}`;

/**
 * SQL that inserts `entity_permissions`. Each item gets a fallback, overrides for up to four of the roles in `$1`, or both.
 * @param amount number of items of this type
 */
const overridesOf = (type: keyof typeof OVERRIDDEN, amount: number): string => `
  INSERT INTO entity_permissions (${type}_id, role_id, "view", "create", "update", "delete")
  SELECT n, CASE WHEN row > 0 THEN ($1::int[])[1 + (kind + row * 7) % cardinality($1::int[])] END,
    ${['view', 'create', 'update', 'delete'].map((action) => chance(0.5, `'${type}'`, 'n', 'row', `'${action}'`)).join(', ')}
  FROM generate_series(1, ${amount}) n, generate_series(0, 4) row, LATERAL (SELECT hashtext('${type}' || n) & 1023 AS kind) item
  WHERE ${OVERRIDDEN[type]} AND CASE WHEN row = 0 THEN kind % 10 NOT BETWEEN 2 AND 5 ELSE kind % 10 >= 2 AND row <= 1 + kind % 4 END`;

/** SQL of the place of each item, and the path of its permission scope: its book, plus chapter and page where those have overrides. */
function placesOf(type: keyof typeof OVERRIDDEN, { pages, books }: LibrarySize): string {
  const places = {
    book: `SELECT n, n AS book, NULL::int AS chapter, NULL::int AS page FROM generate_series(1, ${books}) n`,
    chapter: `SELECT n, 1 + (n - 1) / ${CHAPTERS_PER_BOOK} AS book, n AS chapter, NULL::int AS page FROM generate_series(1, ${books * CHAPTERS_PER_BOOK}) n`,
    page: `SELECT n, book, CASE WHEN n % 7 < 4 THEN (book - 1) * ${CHAPTERS_PER_BOOK} + 1 + (n / 7) % ${CHAPTERS_PER_BOOK} END AS chapter, n AS page
      FROM (SELECT n, CASE WHEN n % 100 = 0 THEN ${LARGEST_BOOK} ELSE 2 + n % ${books - 1} END AS book FROM generate_series(1, ${pages}) n) page`,
  };
  return `(SELECT n, book, chapter, book AS by_book,
    CASE WHEN ${overridden('chapter', 'chapter')} THEN chapter END AS by_chapter, CASE WHEN ${overridden('page', 'page')} THEN page END AS by_page
    FROM (${places[type]}) place)`;
}

const scopesOf = (type: keyof typeof OVERRIDDEN, size: LibrarySize): string => `
  INSERT INTO permission_scopes (id, book_id, chapter_id, page_id)
  SELECT CASE WHEN num_nonnulls(by_chapter, by_page) = 0 THEN -by_book ELSE nextval(pg_get_serial_sequence('permission_scopes', 'id')) END, way.*
  FROM (SELECT DISTINCT by_book, by_chapter, by_page FROM ${placesOf(type, size)} place) way
  ON CONFLICT DO NOTHING`;

const scoped = (type: keyof typeof OVERRIDDEN, size: LibrarySize): string => `
  FROM ${placesOf(type, size)} place LEFT JOIN permission_scopes scope ON coalesce(scope.book_id, 0) = coalesce(by_book, 0)
    AND coalesce(scope.chapter_id, 0) = coalesce(by_chapter, 0) AND coalesce(scope.page_id, 0) = coalesce(by_page, 0)
  ORDER BY n`;

const PEOPLE = 'created_by, updated_by, owned_by';
const WITH_PEOPLE = `WITH people AS MATERIALIZED (SELECT min(id) AS first, count(*)::int AS amount FROM users)`;
const one = (column: string): string => `(SELECT ${column} FROM people)`;
const OWNERS = `${one('first')}, ${one('first')}, ${one('first')} + n * 31 % ${one('amount')}`;

/** Two words that each page has in its name, behind a code that orders the pages at random. */
const NAME_WORDS = [1, 2].map((place) => wordOf(`n * 2 + ${place}`)).join(', ');

const NAMES_IN_SEARCH = `
  INSERT INTO search_terms (term, score, item_id, item_type, part)
  SELECT DISTINCT word, 40, id, 'p', 'n' FROM pages, unnest((string_to_array(name, ' '))[2:3]) AS word`;

function contentSql(size: LibrarySize): string[] {
  const { pages } = size;
  return [
    `${WITH_PEOPLE} INSERT INTO books (id, name, slug, ${PEOPLE}, scope_id)
      SELECT n, 'Handbook ' || n, 'handbook-' || n, ${OWNERS}, scope.id ${scoped('book', size)}`,
    `${WITH_PEOPLE} INSERT INTO shelves (id, name, slug, ${PEOPLE}) SELECT n, 'Shelf ' || n, 'shelf-' || n, ${OWNERS} FROM generate_series(1, ${SHELVES}) n`,
    `INSERT INTO shelf_books (shelf_id, book_id, position) SELECT 1 + id % ${SHELVES}, id, id FROM books`,
    `${WITH_PEOPLE} INSERT INTO chapters (id, book_id, name, slug, priority, ${PEOPLE}, scope_id)
      SELECT n, book, 'Chapter ' || n, 'chapter-' || n, n, ${OWNERS}, scope.id ${scoped('chapter', size)}`,
    `${WITH_PEOPLE} INSERT INTO pages (id, book_id, chapter_id, name, slug, priority, revision_count, created_at, updated_at, ${PEOPLE}, scope_id)
      SELECT n, book, chapter, concat_ws(' ', md5(n::text), ${NAME_WORDS}), 'page-' || n, n / 100, 1, now() - make_interval(mins => ${pages} - n),
        now() - make_interval(mins => (n::bigint * 1009 % ${pages})::int), ${OWNERS}, scope.id ${scoped('page', size)}`,
    `INSERT INTO tags (page_id, name, value)
      SELECT page.id, tag.name, tag.value || page.id % 20 FROM pages page, (VALUES ('Team', 'team-'), ('Status', 'state-')) tag (name, value)
      WHERE page.id % 20 = 0`,
  ];
}

/** Fills a migrated database that has users and roles, but no content. The overrides refer to `roleIds`. */
export async function seedLibrary(client: Client, size: LibrarySize, roleIds: readonly number[]): Promise<void> {
  const { pages, books, bodies } = size;
  // Without triggers and indexes a million rows load faster.
  await client.query(`SET session_replication_role = replica`);
  await client.query(`SET maintenance_work_mem = '256MB'`);
  const types = { book: books, chapter: books * CHAPTERS_PER_BOOK, page: pages };
  for (const type of ['book', 'chapter', 'page'] as const) {
    await client.query(overridesOf(type, types[type]), [roleIds]);
    await client.query(scopesOf(type, size));
  }
  await createVocabulary(client);
  const indexes = await dropIndexes(client, 'pages');
  for (const sql of [...contentSql(size), ...indexes]) await client.query(sql);
  if (size.isSearchable) await indexNames(client);
  await insertBodies(client, bodies);
  for (const table of ['books', 'shelves', 'chapters', 'pages'])
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`);
  await correctSums(client);
  await client.query('VACUUM ANALYZE');
}

async function indexNames(client: Client): Promise<void> {
  const indexes = await dropIndexes(client, 'search_terms');
  for (const sql of [NAMES_IN_SEARCH, ...indexes]) await client.query(sql);
  await client.query('INSERT INTO search_vocabulary (word) SELECT word FROM vocabulary');
}
