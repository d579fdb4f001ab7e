import type { Client } from 'pg';
import { correctSums, onDatabase } from './seeding-client';

const SENTENCES = [
  'Open the panel and check that the green light is on before you touch anything else.',
  'The valve must be closed by hand &amp; by software, in this order.',
  'Every change is written down in the <em>station book</em>, with the time and your initials.',
  'If the pump does not answer within a minute, call the engineer on duty.',
  'Keep the old configuration for at least thirty days.',
  'See <a href="https://example.com/manual">the maker’s manual</a> for the full list of codes.',
  'A reading above 4.5 bar is no reason for alarm, one above 6 bar is.',
  'Run <code>almanac check --all</code> and compare the numbers with those of last week.',
  'Visitors wear a helmet and a badge at all times.',
  'The backup starts at two in the morning and takes about forty minutes.',
  'Whoever finds a mistake on this page corrects it, or leaves a comment below.',
  'Spare parts are in the second cupboard; <strong>the key hangs behind the door</strong>.',
];

/** SQL that selects a sentence by a number, so that pages differ and each run has the same ones. */
const sentence = (number: string): string => `($1::text[])[1 + (${number}) % ${SENTENCES.length}]`;

/** Page bodies of 3 to 12 sections, 1.5 to 6 kB. `$1` is the list of sentences, `$2` the highest page id with a body. */
const BODIES = `
  INSERT INTO page_contents (page_id, html, text)
  SELECT body.id, body.html, regexp_replace(body.html, '<[^>]+>', '', 'g') FROM (
    SELECT page.id, string_agg(format(
      '<h2 id="bkmrk-section-%s">Section %s of page %s</h2>%s<p id="bkmrk-text-%s">%s %s %s</p>%s<ul id="bkmrk-list-%s"><li>%s</li><li>%s</li></ul>',
      section, section, page.id, E'\\n', section, ${sentence('page.id + section')}, ${sentence('page.id * 5 + section * 3')},
      ${sentence('page.id * 7 + section')}, E'\\n', section, ${sentence('page.id + section * 5')}, ${sentence('page.id * 11 + section')}),
      E'\\n' ORDER BY section) AS html
    FROM pages page, generate_series(1, 3 + page.id % 10) section WHERE page.id <= $2 GROUP BY page.id) body`;

/** Creates a body for each page with an id up to `lastPage`. */
export const insertBodies = (client: Client, lastPage: number) => client.query(BODIES, [SENTENCES, lastPage]);

const PEOPLE = `created_by, updated_by, owned_by`;
const BY_ADMIN = `(SELECT min(id) FROM users), (SELECT min(id) FROM users), (SELECT min(id) FROM users)`;

/**
 * Fills a migrated, empty content database: a hundred pages to a book, five chapters to a book, six pages of ten in a chapter,
 * tags on every third page, comments on every tenth.
 * @param bodies number of pages with a body, counted from the first
 * @param isSearchable runs the triggers that maintain the search index
 */
export async function seedContent(url: string, pages: number, bodies = pages, isSearchable = false): Promise<void> {
  const books = Math.max(1, Math.ceil(pages / 100));
  await onDatabase(url, async (client) => {
    // Skips triggers, so neither foreign keys nor the search index are maintained. The rows are valid.
    if (!isSearchable) await client.query('SET session_replication_role = replica');
    await client.query(`
      INSERT INTO books (id, name, slug, description, description_html, ${PEOPLE})
      SELECT n, 'Handbook ' || n, 'handbook-' || n, 'What the crew of station ' || n || ' knows.',
        '<p>What the crew of station ' || n || ' knows.</p>', ${BY_ADMIN} FROM generate_series(1, ${books}) n`);
    await client.query(`
      INSERT INTO shelves (id, name, slug, description, description_html, ${PEOPLE})
      SELECT n, 'Shelf ' || n, 'shelf-' || n, '', '', ${BY_ADMIN} FROM generate_series(1, 5) n`);
    await client.query(`
      INSERT INTO shelf_books (shelf_id, book_id, position) SELECT 1 + n % 5, n, n FROM generate_series(1, ${books}) n`);
    await client.query(`
      INSERT INTO chapters (id, book_id, name, slug, priority, ${PEOPLE})
      SELECT n, 1 + (n - 1) / 5, 'Chapter ' || n, 'chapter-' || n, n % 5, ${BY_ADMIN} FROM generate_series(1, ${books * 5}) n`);
    await client.query(`
      INSERT INTO pages (id, book_id, chapter_id, name, slug, priority, revision_count, created_at, updated_at, ${PEOPLE})
      SELECT n, 1 + n % ${books}, CASE WHEN n % 10 < 6 THEN 1 + (n % ${books}) * 5 + (n / ${books}) % 5 END,
        md5(n::text) || ' page ' || n, 'page-' || n, n / ${books}, 1, now() - make_interval(mins => ${pages} - n), now() - make_interval(mins => n),
        ${BY_ADMIN} FROM generate_series(1, ${pages}) n`);
    await insertBodies(client, bodies);
    await client.query(`
      INSERT INTO tags (page_id, name, value)
      SELECT page.id, tag.name, tag.value || page.id % 20 FROM pages page, (VALUES ('Team', 'team-'), ('Status', 'state-')) tag (name, value)
      WHERE page.id % 3 = 0`);
    await client.query(`
      INSERT INTO comments (page_id, local_id, html, created_by, updated_by)
      SELECT page.id, n, '<p>Checked again, still true.</p>', (SELECT min(id) FROM users), (SELECT min(id) FROM users)
      FROM pages page, generate_series(1, 2) n WHERE page.id % 10 = 0`);
    for (const table of ['books', 'shelves', 'chapters', 'pages'])
      await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`);
    await correctSums(client);
    await client.query('VACUUM ANALYZE');
  });
}
