import type { Client } from 'pg';
import { seedingClient } from './seeding-client';
import { dropIndexes } from './drop-indexes';
import { textsOf, wordAt } from './words';

/** Size of a calendar whose events cover twenty years, ten back and ten ahead. */
export interface CalendarSize {
  readonly events: number;
  /** One venue per hundred events. */
  readonly venues: number;
  readonly organizers: number;
}

export const sizeOf = (events: number): CalendarSize => ({
  events,
  venues: Math.max(1, Math.round(events / 100)),
  organizers: Math.max(1, Math.round(events / 500)),
});

const CATEGORIES = 200;
const TAGS = 1_000;
/** All kinds share one sequence of ids, so each gets its own range. */
export const FIRST = { category: 1, tag: 1_001, venue: 10_001, organizer: 200_001, event: 1_000_001 } as const;

/** Inserts and index builds run on two connections, because each uses one core. */
const CONNECTIONS = 2;
const EVENTS_PER_PART = 500_000;

const TEXTS = 20_000;
const WORDS_PER_TEXT = 15;
/** Texts use the 50,000 most frequent words. Words from here on occur in twenty events each, in a calendar of any size. */
const RARE_FROM = 50_001;
const EVENTS_PER_RARE_WORD = 20;
export const RARE_WORD = wordAt(RARE_FROM);
/** A word of about one event in seventy. */
export const FREQUENT_WORD = wordAt(100);

const seeded = (seed: number): string => `SELECT setseed(${seed})`;
/** SQL of a random number from 1 to `most`; n is n times rarer than 1. */
const zipf = (most: number): string => `least(floor(power(${most}, random()))::int, ${most})`;

const TERMS = [
  `INSERT INTO terms (id, kind, name, slug) SELECT ${FIRST.category} - 1 + n, 'category', 'Category ' || n, 'category-' || n FROM generate_series(1, ${CATEGORIES}) n`,
  // Twenty roots with four children each; most of those have children too.
  `UPDATE terms SET parent_id = CASE WHEN id <= 100 THEN 1 + id % 20 ELSE 21 + id % 80 END WHERE kind = 'category' AND id > 20`,
  `INSERT INTO terms (id, kind, name, slug) SELECT ${FIRST.tag} - 1 + n, 'tag', 'Tag ' || n, 'tag-' || n FROM generate_series(1, ${TAGS}) n`,
];

/** Venues are spread over towns of a continent; the n-th town has n times fewer than the first, and the last ones have some three. */
const venues = (amount: number): string => `
  INSERT INTO venues (id, author_id, status, slug, name, address, city, country, zip, stateprovince, geo_lat, geo_lng, published_at)
  SELECT ${FIRST.venue} - 1 + n, 1 + n % 50, 'publish', 'hall-' || n, 'Hall ' || n, n || ' Long Street', 'Town ' || town, 'Italy', (10000 + town)::text, 'P' || town % 100,
    36 + (town * 7919 % 2400) / 100.0 + random() * 0.04, -9 + (town * 6101 % 3900) / 100.0 + random() * 0.04, now()
  FROM (SELECT n, ${zipf(Math.max(500, amount / 20))} AS town FROM generate_series(1, ${amount}) n) place`;

const organizers = (amount: number): string => `
  INSERT INTO organizers (id, author_id, status, slug, name, phone, website, email, published_at)
  SELECT ${FIRST.organizer} - 1 + n, 1 + n % 50, 'publish', 'club-' || n, 'Club ' || n, '+39 06 ' || n, 'https://club-' || n || '.example', 'club-' || n || '@example.com', now()
  FROM generate_series(1, ${amount}) n`;

/** Most events last some hours, one in ten some days, one in a hundred some weeks. */
const EVENTS = `
  INSERT INTO events (id, author_id, status, trashed_at, slug, title, description, excerpt, timezone, starts_local, ends_local, starts_at, ends_at,
    hide_from_listings, featured, published_at, created_at, modified_at)
  SELECT ${FIRST.event} - 1 + n, 1 + n % 50, status, CASE WHEN status = 'trash' THEN now() END,
    CASE WHEN status IN ('draft', 'pending') THEN '' ELSE 'event-' || n END, title || ' ' || n, '<p>' || body || ' ' || rare || '</p>', left(body, 40),
    'Europe/Rome', starts_at AT TIME ZONE 'Europe/Rome', (starts_at + lasts) AT TIME ZONE 'Europe/Rome', starts_at, starts_at + lasts,
    chance % 100 = 7, chance % 200 = 9, starts_at - interval '60 days', starts_at - interval '90 days', now() - make_interval(mins => n)
  FROM (SELECT n, text.title, text.body, word.rare,
      (random() * 1000)::int AS chance,
      CASE WHEN n % 100 < 93 THEN 'publish' WHEN n % 100 < 96 THEN 'draft' WHEN n % 100 < 98 THEN 'private' WHEN n % 100 < 99 THEN 'pending' ELSE 'trash' END AS status,
      date_trunc('day', now() - interval '10 years') + floor(random() * 20 * 365.25 * 96) * interval '15 minutes' AS starts_at,
      CASE WHEN n % 100 = 50 THEN random() * 12 * interval '7 days' WHEN n % 10 = 3 THEN (1 + random() * 3) * interval '1 day' ELSE (1 + n % 3) * interval '1 hour' END AS lasts
    FROM generate_series($first, $last) n
      JOIN bench_texts text ON text.id = 1 + n % ${TEXTS}
      JOIN bench_words word ON word.id = 1 + n % (SELECT count(*) FROM bench_words)) event`;

const eventsOf = ({ first, last }: Part): string =>
  EVENTS.replace('$first', String(first)).replace('$last', String(last));

/** Occurrences and links of the events of a part. */
const linksOf = ({ first, last }: Part, { venues, organizers }: CalendarSize): string[] => {
  const part = `id BETWEEN ${FIRST.event - 1 + first} AND ${FIRST.event - 1 + last}`;
  return [
    `INSERT INTO occurrences (event_id, starts_local, ends_local, during, shown_as)
      SELECT id, starts_local, ends_local, tstzrange(starts_at, ends_at, '[]'), shown_as(status, hide_from_listings) FROM events WHERE ${part}`,
    `INSERT INTO event_venues (event_id, venue_id, position) SELECT id, ${FIRST.venue} + id % ${venues}, 1 FROM events WHERE ${part}`,
    `INSERT INTO event_organizers (event_id, organizer_id, position)
      SELECT id, ${FIRST.organizer} + id::bigint * 7919 % ${organizers}, 1 FROM events WHERE ${part}`,
    // One or two categories, up to three tags. A term that is drawn twice counts once.
    `INSERT INTO event_terms (event_id, term_id, is_public)
      SELECT event.id, CASE WHEN n <= 2 THEN ${FIRST.category - 1} + ${zipf(CATEGORIES)} ELSE ${FIRST.tag - 1} + ${zipf(TAGS)} END, event.status = 'publish'
      FROM events event, generate_series(1, 5) n WHERE event.${part} AND (n = 1 OR (n = 2 AND event.id % 2 = 0) OR (n > 2 AND event.id % 4 > n - 3))
      ON CONFLICT DO NOTHING`,
    `INSERT INTO changes (kind, record_id, modified_at) SELECT 'event', id, modified_at FROM events WHERE ${part}`,
  ];
};

/** The sums that triggers maintain, and the rest of the changes. */
const SUMS = [
  `INSERT INTO occurrence_tallies SELECT shown_as, starts_local::date, ends_local::date, count(*) FROM occurrences WHERE shown_as IS NOT NULL GROUP BY 1, 2, 3`,
  `INSERT INTO term_tallies SELECT term_id, count(*) FROM event_terms WHERE is_public GROUP BY 1`,
  ...['venue', 'organizer'].map((kind) => `INSERT INTO changes (kind, record_id) SELECT '${kind}', id FROM ${kind}s`),
  `SELECT setval('record_id', (SELECT max(id) FROM events))`,
];

const TABLES = ['events', 'occurrences', 'event_venues', 'event_organizers', 'event_terms', 'changes'];

/** Fills a migrated, empty calendar database. The same size gives the same calendar, relative to today. */
export async function seedEvents(url: string, size: CalendarSize): Promise<void> {
  const clients = Array.from({ length: CONNECTIONS }, () => seedingClient(url));
  const [client] = clients;
  if (!client) return;
  try {
    for (const each of clients) {
      await each.connect();
      // Without triggers and indexes millions of rows load faster. Counts and indexes follow afterwards.
      await each.query(`SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB';
        SET max_parallel_maintenance_workers = 0; SET timezone = 'UTC'`);
    }
    const indexes: string[] = [];
    for (const table of TABLES) indexes.push(...(await dropIndexes(client, table)));
    for (const sql of [...TERMS, seeded(0.5), venues(size.venues), organizers(size.organizers)])
      await client.query(sql);
    await writeTexts(client, size.events);
    await distribute(clients, partsOf(size.events), async (each, part) => {
      for (const sql of [seeded(part.seed), eventsOf(part), ...linksOf(part, size)]) await each.query(sql);
    });
    await distribute(clients, [...SUMS, ...indexes], (each, sql) => each.query(sql));
    await client.query('DROP TABLE bench_texts, bench_words');
    await distribute(clients, TABLES, (each, table) => each.query(`VACUUM ANALYZE ${table}`));
    await client.query('VACUUM ANALYZE');
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

/** Numbers of consecutive events, counted from 1. */
interface Part {
  readonly first: number;
  readonly last: number;
  readonly seed: number;
}

const partsOf = (events: number): Part[] =>
  Array.from({ length: Math.ceil(events / EVENTS_PER_PART) }, (_, index) => ({
    first: index * EVENTS_PER_PART + 1,
    seed: 0.5 / (index + 1),
    last: Math.min(events, (index + 1) * EVENTS_PER_PART),
  }));

/** Each client takes the next item as soon as it has finished one. */
async function distribute<T>(
  clients: readonly Client[],
  items: readonly T[],
  work: (client: Client, item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items];
  await Promise.all(
    clients.map(async (client) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(client, item);
    }),
  );
}

async function writeTexts(client: Client, events: number): Promise<void> {
  await client.query('CREATE TABLE bench_texts (id int PRIMARY KEY, title text, body text)');
  await client.query('CREATE TABLE bench_words (id int PRIMARY KEY, rare text)');
  const texts = textsOf(TEXTS, WORDS_PER_TEXT);
  await client.query(
    `INSERT INTO bench_texts SELECT n, initcap(split_part(text, ' ', 1)) || ' ' || split_part(text, ' ', 2) || ' ' || split_part(text, ' ', 3), text
     FROM unnest($1::text[]) WITH ORDINALITY AS given (text, n)`,
    [texts],
  );
  const rare = Array.from({ length: Math.ceil(events / EVENTS_PER_RARE_WORD) }, (_, index) =>
    wordAt(RARE_FROM + index),
  );
  await client.query(
    `INSERT INTO bench_words SELECT n, word FROM unnest($1::text[]) WITH ORDINALITY AS given (word, n)`,
    [rare],
  );
  await client.query('ANALYZE bench_texts, bench_words');
}
