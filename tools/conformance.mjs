// `npm run conformance`: starts the built system with fresh data, and replays the project's scenario packs and those of the reference in
// ../shared/replay. It prints a line per pack. It fails when a pack passes fewer steps than conformance.json records.
// Missing packs of the reference are reported as skipped; where CI=true they are a failure.
// `npm run conformance -- --update` writes the new counts, `--show` prints the differences of all failed steps, and
// `npm run conformance -- books own-pages` runs only these packs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createActors } from './conformance/actors.mjs';
import { replayPack } from './conformance/replay-pack.mjs';

const root = path.resolve(import.meta.dirname, '..');
const replay = path.resolve(root, '../shared/replay');
const recordFile = path.join(root, 'conformance.json');
const { values: options, positionals: wanted } = parseArgs({
  options: { update: { type: 'boolean' }, show: { type: 'boolean' } },
  allowPositionals: true,
});

const CALENDAR_NAMESPACE = '/calendar/events/v1';
const own = path.join(root, 'tools/conformance/packs');
const hasReference = existsSync(replay);
const packs = [
  ...(hasReference ? [...packsIn(replay, 'content', ''), ...packsIn(replay, 'calendar', 'calendar-')] : []),
  // Last, because packs of the reference expect an empty system.
  ...packsIn(own, 'content', 'own-'),
  ...packsIn(own, 'calendar', 'own-calendar-'),
].filter(({ id }) => wanted.length === 0 || wanted.includes(id));

function packsIn(home, kind, prefix) {
  const files = readdirSync(path.join(home, kind)).filter((file) => file.endsWith('.mjs') && !file.startsWith('_'));
  return files.sort().map((file) => ({
    id: prefix + path.basename(file, '.mjs'),
    kind,
    isOwn: home === own,
    file: path.join(home, kind, file),
  }));
}

if (packs.length === 0) {
  console.error(
    `conformance: no pack is called ${wanted.join(' or ')}${hasReference ? '' : `, and ${replay} does not exist`}`,
  );
  process.exit(1);
}

createRequire(import.meta.url)('./typescript.cjs');
const { startWholeSystem } = createRequire(import.meta.url)('./whole-system.ts');

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-conformance-'));
const system = await startWholeSystem('conformance', { TZ_SITE: 'Europe/Rome' });
try {
  const content = system.databaseUrl('content');
  const ownCast = await createActors(content, path.join(own, 'actors.json'), 'own');
  const casts = hasReference && {
    content: await createActors(content, path.join(replay, 'actors.json'), 'replay'),
    calendar: await createActors(content, path.join(replay, 'calendar-actors.json'), 'replay-calendar'),
  };
  const results = [];
  for (const pack of packs)
    results.push({
      ...pack,
      ...(pack.isOwn ? await replayOwn(pack, ownCast) : check(pack, casts[pack.kind], system.base)),
    });
  process.exitCode = report(results);
} finally {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function replayOwn({ file }, { actors, vars }) {
  const { default: pack } = await import(pathToFileURL(file).href);
  return counted(await replayPack(pack, { actors, vars: { base: system.base, ...vars } }));
}

function check({ id, kind, file }, { actors, vars }, base) {
  const env = {
    vars: { base, host: new URL(base).host, ns: kind === 'calendar' ? CALENDAR_NAMESPACE : '/api', ...vars },
    actors,
  };
  const [envFile, results] = [path.join(folder, 'env.json'), path.join(folder, `${id}.json`)];
  writeFileSync(envFile, JSON.stringify(env));
  const args = ['check', '--env', envFile, '--expected', path.join(replay, 'expected'), '--json', results, file];
  try {
    execFileSync(process.execPath, [path.join(replay, 'replay.mjs'), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    // It exits with 1 when a step differs. The results list the differences.
    if (!existsSync(results)) throw error;
  }
  return counted(JSON.parse(readFileSync(results, 'utf8')));
}

function counted(steps) {
  return { steps: steps.length, passed: steps.filter(({ ok }) => ok).length, failures: steps.filter(({ ok }) => !ok) };
}

function report(results) {
  const before = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
  let worse = 0;
  for (const { id, passed, steps, failures } of results) {
    const least = before[id]?.passed ?? 0;
    if (passed < least) worse += 1;
    console.log(
      `${passed < least ? 'WORSE' : 'ok   '} ${id}: ${passed} of ${steps}${passed === least ? '' : ` (was ${least})`}`,
    );
    if (options.show || passed < least)
      for (const { id: step, diffs } of failures)
        console.log(`        ${step}: ${diffs.slice(0, 3).join('; ').slice(0, 400)}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`conformance: ${sum('passed')} of ${sum('steps')} steps answer as expected, in ${results.length} packs`);
  if (options.update) {
    const counts = Object.fromEntries(results.map(({ id, passed, steps }) => [id, { passed, steps }]));
    writeFileSync(recordFile, `${JSON.stringify({ ...before, ...counts }, null, 2)}\n`);
  }
  if (worse > 0) console.error(`conformance: ${worse} packs pass fewer steps than conformance.json says`);
  if (!hasReference) console.error(`conformance: SKIPPED the packs of the reference, because ${replay} does not exist`);
  return worse > 0 || (!hasReference && process.env['CI'] === 'true') ? 1 : 0;
}
