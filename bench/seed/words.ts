import type { Client } from 'pg';
import { onDatabase } from './seeding-client';
import { dropIndexes } from './drop-indexes';

/** Number of distinct words. As in natural language, the n-th word is n times rarer than the first. */
const VOCABULARY = 50_000;
const WORDS_PER_PAGE = 120;
const TEXTS = 20_000;
const TEXTS_AT_ONCE = 1_000;

/** Returns the n-th most frequent word: five to eight letters, each word different. */
export const wordAt = (rank: number): string =>
  ((Math.imul(rank, 0x9e3779b1) >>> 0) + 0x100000)
    .toString(16)
    .replaceAll(/./g, (digit) => 'aeioubdfgklmnprs'.charAt(parseInt(digit, 16)));

/** Average number of pages for each page that contains the word, e.g. 2 for a word of half of all pages. */
export const pagesPerUse = (rank: number): number =>
  1 / (1 - Math.exp(-WORDS_PER_PAGE / (rank * Math.log(VOCABULARY))));

/** Returns a random rank between two others; each order of magnitude is equally likely. */
export const rankBetween = (least: number, most: number, random: () => number): number =>
  Math.floor(least * Math.exp(random() * Math.log(most / least)));

/** Creates a table of the words by rank for this connection, which `wordOf` reads. */
export async function createVocabulary(client: Client): Promise<void> {
  await client.query('CREATE TEMP TABLE vocabulary (rank integer PRIMARY KEY, word text NOT NULL)');
  const words = Array.from({ length: VOCABULARY }, (_, index) => wordAt(index + 1));
  await client.query(
    'INSERT INTO vocabulary SELECT rank, word FROM unnest($1::text[]) WITH ORDINALITY AS given (word, rank)',
    [words],
  );
}

/** SQL for a word as frequent as in natural language, the same for the same number in every run. */
export const wordOf = (number: string): string =>
  `(SELECT word FROM vocabulary WHERE rank = floor(exp(ln(${VOCABULARY}) * (hashint8(${number}) & 1048575) / 1048576))::int)`;

/** Gives each page a text (every 20,000th page the same) and indexes all. The texts are the same in each run. */
export async function seedWords(url: string, pages: number): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`);
    // Creating the indexes afterwards is faster than maintaining them for millions of rows.
    const indexes = await dropIndexes(client, 'search_terms');
    await writeTexts(client, Math.min(TEXTS, pages));
    await client.query(`
      INSERT INTO page_contents (page_id, html, text) SELECT page.id, content.html, content.text
      FROM pages page JOIN page_contents content ON content.page_id = 1 + (page.id - 1) % ${TEXTS} WHERE page.id > ${TEXTS}`);
    await client.query(`${INDEXING} WHERE text.part <> 'b' ${BY_WORD}`);
    await client.query(`${INDEXING} WHERE text.part = 'b' AND text.item_id <= ${TEXTS} ${BY_WORD}`);
    await client.query(`
      INSERT INTO search_terms (term, score, item_id, item_type, part) SELECT entry.term, entry.score, page.id, 'p', 'b'
      FROM pages page JOIN search_terms entry ON entry.item_id = 1 + (page.id - 1) % ${TEXTS} AND entry.part = 'b' WHERE page.id > ${TEXTS}`);
    for (const sql of indexes) await client.query(sql);
    await client.query('INSERT INTO search_vocabulary (word) SELECT DISTINCT term FROM search_terms');
    await client.query('VACUUM ANALYZE');
  });
}

const INDEXING = `INSERT INTO search_terms (term, score, item_id, item_type, part)
  SELECT found.word, sum(text.points), text.item_id, text.item_type, text.part FROM search_texts text, search_words(text.value) AS found`;
const BY_WORD = 'GROUP BY found.word, text.item_id, text.item_type, text.part';

async function writeTexts(client: Client, amount: number): Promise<void> {
  const random = repeatable(1);
  for (let first = 1; first <= amount; first += TEXTS_AT_ONCE) {
    const ids = Array.from({ length: Math.min(TEXTS_AT_ONCE, amount - first + 1) }, (_, index) => first + index);
    await client.query(
      `INSERT INTO page_contents (page_id, html, text) SELECT id, '<h2>' || left(text, 20) || '</h2><p>' || text || '</p>', text
       FROM unnest($1::int[], $2::text[]) AS page (id, text)`,
      [ids, ids.map(() => textOf(random))],
    );
  }
}

const textOf = (random: () => number, words = WORDS_PER_PAGE): string =>
  Array.from({ length: words }, () => wordAt(rankBetween(1, VOCABULARY, random))).join(' ');

/** Texts with this number of words each, the same in each run. */
export function textsOf(amount: number, words: number): string[] {
  const random = repeatable(1);
  return Array.from({ length: amount }, () => textOf(random, words));
}

/** Random numbers that are the same in each run (mulberry32). */
function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
