// Starts the built system, and tries each generator with its OpenAPI document.
// node --require ./tools/typescript.cjs tools/ci/generators/main.ts [names of generators]
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWholeSystem } from '../../whole-system';
import { GENERATORS } from './generators';
import { differences, faultsOf, lastLines, type Outcome, table } from './outcome';
import { runGenerator } from './run-generator';

const CALENDAR = '/calendar/events/v1';
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10); // lists start from today
const EVENT = { title: 'Seed', start_date: `${TOMORROW} 10:00:00`, end_date: `${TOMORROW} 11:00:00` };

/** The records that generated clients read and change. */
const RECORDS: readonly (readonly [name: string, path: string, body: object])[] = [
  ['BOOK_ID', '/api/books', { name: 'Seed' }],
  ['PAGE_ID', '/api/pages', { name: 'Seed', book_id: 1, html: '<p>Ask at the desk.</p>' }],
  ['EVENT_ID', `${CALENDAR}/events`, EVENT],
];

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in GENERATORS));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: choose from ${Object.keys(GENERATORS).join(', ')}`);
  const chosen = Object.entries(GENERATORS).filter(([name]) => names.length === 0 || names.includes(name));
  const token = `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-generators-'));
  const system = await startWholeSystem('generators', { ADMIN_API_TOKEN: token });
  try {
    const ask = async (where: string, init?: RequestInit): Promise<string> => {
      const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${system.base}${where}`, { headers, ...init });
      if (!answer.ok) throw new Error(`${where} answered ${answer.status}: ${await answer.text()}`);
      return answer.text();
    };
    const document = path.join(folder, 'almanac.json');
    writeFileSync(document, await ask('/openapi.json'));
    const outcomes: Record<string, Outcome> = {};
    for (const [name, generator] of chosen) {
      const environment: Record<string, string> = { ALMANAC: system.base, TOKEN: token, DOCUMENT: document };
      for (const [id, where, body] of RECORDS)
        environment[id] = idOf(await ask(where, { method: 'POST', body: JSON.stringify(body) }));
      const work = path.join(folder, name);
      mkdirSync(work);
      const outcome = await runGenerator(generator, { ...environment, WORK: work, VERSION: generator.version });
      outcomes[name] = outcome;
      if (faultsOf(outcome).length > 0 && 'output' in outcome) console.log(`=== ${name}\n${lastLines(outcome.output)}`);
      // It has a hundred megabytes in some languages.
      rmSync(work, { recursive: true });
    }
    console.log(table(outcomes));
    const faults = Object.entries(outcomes).flatMap(([name, outcome]) =>
      differences(name, outcome, GENERATORS[name]?.known),
    );
    for (const fault of faults) console.error(`FAILED: ${fault}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function idOf(answer: string): string {
  const record: unknown = JSON.parse(answer);
  if (typeof record !== 'object' || record === null || !('id' in record)) throw new Error(`no id in ${answer}`);
  return String(record.id);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
