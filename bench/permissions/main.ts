// `npm run bench -- permissions`: the cost of item permissions in a library of a million pages. Lists and reads of restricted callers alternate
// with those of the administrator, over HTTP against the built content-service. bench/README.md explains the figures.
import 'reflect-metadata';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { onDatabase } from '../seed/seeding-client';
import { runBench, Stage, UNLIMITED } from '../measuring/stage';
import { seedLibrary } from '../seed/library';
import { ADMINISTRATOR_TOKEN, seedPeople } from './callers';
import { measureChanges, measureReads } from './measure';
import { reportChanges, reportReads } from './report';

const LIBRARY = { pages: 1_000_000, books: 5_000, bodies: 5_000 };

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '25' },
      only: { type: 'string', default: '' },
      keep: { type: 'string' },
    },
  });
  const work = async (stage: Stage) => {
    const env = await stage.contentSettings(ADMINISTRATOR_TOKEN, UNLIMITED);
    await seedOnce(env.DATABASE_URL, path.join(stage.folder, 'seeded'));
    const { url } = await stage.start('content-service', env);
    console.log(reportReads(await measureReads(url, Number(values.rounds), new RegExp(values.only))));
    console.log(reportChanges(await measureChanges(url)));
  };
  await Stage.run('permissions', work, { keep: values.keep });
}

/** @param mark file that marks the database as complete; with `--keep` the next run finds it */
async function seedOnce(url: string, mark: string): Promise<void> {
  if (existsSync(mark)) return;
  const started = performance.now();
  await onDatabase(url, async (client) => seedLibrary(client, LIBRARY, await seedPeople(client)));
  writeFileSync(mark, '');
  console.log(`bench: ${LIBRARY.pages} pages came in within ${Math.round((performance.now() - started) / 1000)} s.`);
}

runBench(bench);
