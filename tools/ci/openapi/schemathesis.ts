// Starts the built system and sends the requests that Schemathesis makes from its OpenAPI documents.
// node --require ./tools/typescript.cjs tools/ci/openapi/schemathesis.ts <program> all|content|calendar|both [options of `schemathesis run`]
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWholeSystem } from '../../whole-system';

const CALENDAR = '/calendar/events/v1';
const DOCUMENTS = [
  { name: 'content', where: '/api/openapi.json', root: '' },
  { name: 'calendar', where: `${CALENDAR}/doc`, root: CALENDAR },
  { name: 'both', where: '/openapi.json', root: '' },
];
const CONFIG = path.join(__dirname, 'schemathesis.toml');

/** Records that the requests can name by small ids, so that not every answer is a 404. */
const RECORDS: readonly (readonly [path: string, body: object])[] = [
  ['/api/books', { name: 'Handbook', tags: [{ name: 'Audience', value: 'Everyone' }] }],
  ['/api/chapters', { name: 'Opening', book_id: 1 }],
  ['/api/pages', { name: 'Keys', chapter_id: 1, html: '<p>Ask at the desk.</p>' }],
  ['/api/shelves', { name: 'For everyone', books: [1] }],
  ['/api/attachments', { name: 'Plan', uploaded_to: 1, link: 'https://example.org/plan' }],
  ['/api/comments', { page_id: 1, html: '<p>Thanks.</p>' }],
  [`${CALENDAR}/venues`, { venue: 'Hall' }],
  [`${CALENDAR}/organizers`, { organizer: 'The library' }],
  [`${CALENDAR}/events`, { title: 'Reading', start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' }],
];

async function main([program = 'schemathesis', chosen = 'all', ...options]: readonly string[]): Promise<number> {
  const token = `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
  const authorization = `Token ${token}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-schemathesis-'));
  const system = await startWholeSystem('schemathesis', { ADMIN_API_TOKEN: token });
  try {
    for (const [where, body] of RECORDS) {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${system.base}${where}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`POST ${where} answered ${answer.status}: ${await answer.text()}`);
    }
    // Schemathesis looks for it in the working folder.
    copyFileSync(path.join(__dirname, 'hooks.py'), path.join(folder, 'hooks.py'));
    for (const { name, where, root } of DOCUMENTS) {
      if (chosen !== 'all' && chosen !== name) continue;
      const answer = await fetch(`${system.base}${where}`, { headers: { authorization } });
      if (!answer.ok) throw new Error(`GET ${where} answered ${answer.status}: ${await answer.text()}`);
      const file = path.join(folder, `${name}.json`);
      writeFileSync(file, await answer.text());
      const common = ['--config-file', CONFIG, 'run', file, '--url', `${system.base}${root}`];
      const failures = await run(program, [...common, '-H', `Authorization: ${authorization}`, ...options], folder);
      if (failures !== 0) return 1;
    }
    return 0;
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the exit code. The working folder takes the files that the program leaves. */
const run = (program: string, args: readonly string[], cwd: string): Promise<number> =>
  new Promise((resolve, reject) => {
    // A fixed seed gives the same requests only with the same order of sets.
    const env = { ...process.env, PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1' };
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], cwd, env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
