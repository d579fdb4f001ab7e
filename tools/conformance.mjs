// `npm run conformance`: starts the built system with fresh data, creates the callers of the scenario packs in ../shared/replay, replays every
// pack, prints a line for each, and compares with conformance.json, which says how many steps each pack passed before. Fewer is a failure.
// `npm run conformance -- --update` writes the new counts; `npm run conformance -- books calendar-terms` runs only these packs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createActors } from './conformance/actors.mjs';

const root = path.resolve(import.meta.dirname, '..');
const replay = path.resolve(root, '../shared/replay');
const recordFile = path.join(root, 'conformance.json');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const updates = process.argv.includes('--update');
const shows = process.argv.includes('--show');

if (!existsSync(replay)) {
  console.log('conformance: ../shared/replay is not here, so no scenario pack was replayed.');
  process.exit(0);
}

const CALENDAR_NAMESPACE = '/calendar/events/v1';
const packs = [
  ...packsIn('content').map((name) => ({ id: name, kind: 'content', file: path.join(replay, 'content', `${name}.mjs`) })),
  ...packsIn('calendar').map((name) => ({ id: `calendar-${name}`, kind: 'calendar', file: path.join(replay, 'calendar', `${name}.mjs`) })),
].filter(({ id }) => wanted.length === 0 || wanted.includes(id));

function packsIn(folder) {
  const files = readdirSync(path.join(replay, folder)).filter((file) => file.endsWith('.mjs') && !file.startsWith('_'));
  return files.map((file) => path.basename(file, '.mjs')).sort();
}

createRequire(import.meta.url)('./typescript.cjs');
const { startWholeSystem } = createRequire(import.meta.url)('./whole-system.ts');

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-conformance-'));
const system = await startWholeSystem('conformance', { TZ_SITE: 'Europe/Rome' });
try {
  const casts = {
    content: await createActors(system.databaseUrl('content'), path.join(replay, 'actors.json'), 'replay'),
    calendar: await createActors(system.databaseUrl('content'), path.join(replay, 'calendar-actors.json'), 'replay-calendar'),
  };
  process.exitCode = report(packs.map((pack) => ({ ...pack, ...check(pack, casts[pack.kind], system.base) })));
} finally {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
}

function check({ id, kind, file }, { actors, vars }, base) {
  const env = { vars: { base, host: new URL(base).host, ns: kind === 'calendar' ? CALENDAR_NAMESPACE : '/api', ...vars }, actors };
  const [envFile, results] = [path.join(folder, 'env.json'), path.join(folder, `${id}.json`)];
  writeFileSync(envFile, JSON.stringify(env));
  const args = ['check', '--env', envFile, '--expected', path.join(replay, 'expected'), '--json', results, file];
  try {
    execFileSync(process.execPath, [path.join(replay, 'replay.mjs'), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    // It exits with 1 when a step differs; what differs is in the results.
    if (!existsSync(results)) throw error;
  }
  const steps = JSON.parse(readFileSync(results, 'utf8'));
  return { steps: steps.length, passed: steps.filter(({ ok }) => ok).length, failures: steps.filter(({ ok }) => !ok) };
}

function report(results) {
  const before = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
  let worse = 0;
  for (const { id, passed, steps, failures } of results) {
    const least = before[id]?.passed ?? 0;
    if (passed < least) worse += 1;
    console.log(`${passed < least ? 'WORSE' : 'ok   '} ${id}: ${passed} of ${steps}${passed === least ? '' : ` (was ${least})`}`);
    if (shows || passed < least) for (const { id: step, diffs } of failures) console.log(`        ${step}: ${diffs.slice(0, 3).join('; ').slice(0, 400)}`); // prettier-ignore
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`conformance: ${sum('passed')} of ${sum('steps')} steps answer as the reference does, in ${results.length} packs`);
  if (updates) {
    const counts = Object.fromEntries(results.map(({ id, passed, steps }) => [id, { passed, steps }]));
    writeFileSync(recordFile, `${JSON.stringify({ ...before, ...counts }, null, 2)}\n`);
  }
  if (worse > 0) console.error(`conformance: ${worse} packs pass fewer steps than conformance.json says`);
  return worse > 0 ? 1 : 0;
}
