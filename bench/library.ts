// `npm run bench -- library`: compares lists, reads and searches of a library of ten million pages (or `--pages`) with those of one of ten
// thousand. Both databases are in one embedded PostgreSQL, each with the built content-service; requests alternate. bench/README.md
// explains the figures.
import 'reflect-metadata';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { measureSizes, reportSizes, type SizedCase, type SizedService } from './measuring/sizes';
import { FAST_FILLING, runBench, Stage, UNLIMITED } from './measuring/stage';
import { ADMINISTRATOR_TOKEN, RESTRICTED_CALLERS, seedPeople } from './permissions/callers';
import { COMMIT } from './requests/commits';
import { seedLibrary } from './seed/library';
import { onDatabase, seedingClient } from './seed/seeding-client';
import { wordAt } from './seed/words';

const BASELINE = 10_000;
const PAGES_PER_BOOK = 200;
/** Pages with a body; lists and the index of names do not read bodies. */
const BODIES = 5_000;
/** The word of this rank is in the names of about 180 pages of the small library. */
const USUAL_RANK = 10;
const AIM = 2;

interface Library extends SizedService {
  readonly pages: number;
}

/** Words that are in about as many names of this library as in those of the small one. */
const usualWord = ({ pages }: Library): string => wordAt((USUAL_RANK * pages) / BASELINE);
const nextUsualWord = ({ pages }: Library): string => wordAt(((USUAL_RANK + 1) * pages) / BASELINE);

const search = (query: string): string => `/api/search?query=${encodeURIComponent(query)}`;

function casesOf(restricted: string | undefined): SizedCase<Library>[] {
  const cases: Omit<SizedCase<Library>, 'token'>[] = [
    { name: 'page list', path: () => '/api/pages?count=100', aim: AIM },
    { name: 'page list, last changed first', path: () => '/api/pages?count=100&sort=-updated_at', aim: AIM },
    { name: 'page list, by name', path: () => '/api/pages?count=100&sort=name', aim: AIM },
    { name: 'page list of a book', path: () => '/api/pages?count=100&filter[book_id]=7', aim: AIM },
    { name: 'page list, second half', path: ({ pages }) => `/api/pages?count=100&offset=${pages / 2}` },
    { name: 'page read', path: () => '/api/pages/77', aim: AIM },
    { name: 'chapter read', path: () => '/api/chapters/77', aim: AIM },
    { name: 'book read', path: () => '/api/books/7', aim: AIM },
    { name: 'chapter list', path: () => '/api/chapters?count=100', aim: AIM },
    { name: 'book list', path: () => '/api/books?count=50', aim: AIM },
    { name: 'shelf list', path: () => '/api/shelves?count=100', aim: AIM },
    { name: 'search, a word of 180 names', path: (library) => search(usualWord(library)), aim: AIM },
    {
      name: 'search, two such words',
      path: (library) => search(`${usualWord(library)} ${nextUsualWord(library)}`),
      aim: AIM,
    },
    { name: 'search, a misspelt word', path: (library) => search(`${usualWord(library)}q`), aim: AIM },
    { name: 'search, a word of one name of fourteen', path: () => search(wordAt(2)) },
    { name: 'search, a tag of one page of twenty', path: () => search('[Team=team-0]') },
    { name: 'tag names', path: () => '/api/tags/names' },
  ];
  return [
    ...cases.map((one) => ({ ...one, token: ADMINISTRATOR_TOKEN })),
    ...cases.map((one) => ({ ...one, name: `${one.name}, restricted`, token: restricted })),
  ];
}

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '10000000' },
      rounds: { type: 'string', default: '15' },
      only: { type: 'string', default: '' },
      keep: { type: 'string' },
    },
  });
  const work = async (stage: Stage) => {
    const libraries: Library[] = [];
    for (const pages of [BASELINE, Number(values.pages)]) libraries.push(await startLibrary(stage, pages));
    const database = seedingClient(stage.postgres.url('postgres'));
    await database.connect();
    stage.onEnd(() => database.end());
    const cases = casesOf(RESTRICTED_CALLERS[0]?.token);
    const commit = () => database.query(COMMIT);
    const options = { rounds: Number(values.rounds), only: new RegExp(values.only), commit };
    console.log(reportSizes(await measureSizes(libraries, cases, options), libraries));
  };
  await Stage.run('library', work, { settings: FAST_FILLING, keep: values.keep });
}

/** Creates or reuses a database with this number of pages. A file in the folder of the stage marks a complete database. */
async function startLibrary(stage: Stage, pages: number): Promise<Library> {
  const name = `library_${pages}`;
  const env = await stage.contentSettings(ADMINISTRATOR_TOKEN, UNLIMITED, name);
  const mark = path.join(stage.folder, name);
  if (!existsSync(mark)) {
    const started = performance.now();
    const size = { pages, books: pages / PAGES_PER_BOOK, bodies: BODIES, isSearchable: true };
    await onDatabase(env.DATABASE_URL, async (client) => seedLibrary(client, size, await seedPeople(client)));
    writeFileSync(mark, '');
    console.log(`bench: ${pages} pages came in within ${Math.round((performance.now() - started) / 1000)} s.`);
  }
  const { url } = await stage.start('content-service', env);
  await onDatabase(env.DATABASE_URL, awaitCompaction);
  return { size: `${pages.toLocaleString('en')} pages`, url, pages };
}

/** The service merges the sums at its start. No autovacuum updates their statistics here. */
async function awaitCompaction(client: Client): Promise<void> {
  const isDone = async (table: string) =>
    (await client.query(`SELECT FROM ${table} WHERE NOT is_merged LIMIT 1`)).rowCount === 0;
  for (const table of ['book_tallies', 'chapter_tallies', 'page_tallies']) {
    while (!(await isDone(table))) await sleep(500);
    await client.query(`VACUUM ANALYZE ${table}`);
  }
}

runBench(bench);
