import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Monitors } from '../../tools/fuzz/watch';
import type { WholeSystem } from '../../tools/whole-system';
import { residentBytes } from '../measuring/memory';
import { type Attack, ATTACKS, type Shot } from './attacks';

/** Effect of an attack. */
export interface Damage {
  /** Statuses of the answers; 0 for no answer. */
  answers: number[];
  answeredAfterMs: number;
  /** Longest stall of an event loop, as processor time. */
  stallMs: number;
  /** Longest time of a small request of another caller, to either service. */
  othersWaitMs: number;
  /** Growth of resident memory, for the program that grew most. */
  memoryBytes: number;
  ends: number;
}

const TOKEN_LINE = (token: string) => ({ authorization: `Token ${token}` });
const GIVE_UP_MS = 120_000;
const PROBES = ['/api/system', '/calendar/events/v1/categories'];
const PROBE_EVERY_MS = 25;
const CALM_MS = 1_500;

/** Runs all attacks, one after the other, on a freshly started system. */
export async function damages(
  system: WholeSystem,
  monitorFile: string,
  token: string,
  only: string,
): Promise<Map<string, Damage>> {
  const monitors = new Monitors(monitorFile);
  const made = await send(system.base, token, {
    method: 'POST',
    path: '/api/books',
    type: 'application/json',
    body: '{"name":"Attacked"}',
  });
  const world = { bookId: made.id, lastId: 0 };
  const results = new Map<string, Damage>();
  for (const attack of ATTACKS.filter(({ name }) => name.includes(only))) {
    const result = await runAttack(system, monitors, token, attack, world);
    results.set(attack.name, result);
    console.log(`attacks: ${attack.name}: ${describeDamage(result)}`);
    await waitUntilIdle(system);
  }
  return results;
}

export const describeDamage = ({
  answers,
  answeredAfterMs,
  stallMs,
  othersWaitMs,
  memoryBytes,
  ends,
}: Damage): string =>
  [
    `${answers.join(', ')} after ${answeredAfterMs} ms`,
    `loop ${stallMs} ms`,
    `others ${othersWaitMs} ms`,
    `${Math.round(memoryBytes / 1_048_576)} MB`,
    ...(ends > 0 ? [`**ended ${ends} ×**`] : []),
  ].join('; ');

async function runAttack(
  system: WholeSystem,
  monitors: Monitors,
  token: string,
  { shots, times = 1 }: Attack,
  world: { bookId: number; lastId: number },
): Promise<Damage> {
  const [from, restarts] = [Date.now(), monitors.restarts()];
  const watch = new AbortController();
  const watched = { othersWaitMs: 0, memoryBytes: 0 };
  const watching = Promise.all([
    ...PROBES.map((path) => probe(system.base, token, path, watch.signal, watched)),
    memory(monitors, watch.signal, watched),
  ]);
  const answers: number[] = [];
  let began = performance.now();
  for (const [index, shot] of shots(world).entries()) {
    began = performance.now();
    const last = index === shots(world).length - 1;
    const sent = await Promise.all(Array.from({ length: last ? times : 1 }, () => send(system.base, token, shot)));
    if (last) answers.push(...sent.map(({ status }) => status));
    world.lastId = sent[0]?.id ?? 0;
  }
  const answeredAfterMs = Math.round(performance.now() - began);
  await sleep(CALM_MS);
  watch.abort();
  await watching;
  const stalls = monitors.lines().filter(({ at, stallMs }) => at >= from && stallMs !== undefined);
  const stallMs = Math.max(0, ...stalls.map((line) => line.stallMs ?? 0));
  return { ...watched, answers, answeredAfterMs, stallMs, ends: monitors.restarts() - restarts };
}

/** Another caller: sends one small request after the other. */
async function probe(
  base: string,
  token: string,
  path: string,
  stop: AbortSignal,
  watched: { othersWaitMs: number },
): Promise<void> {
  while (!stop.aborted) {
    const began = performance.now();
    await send(base, token, { method: 'GET', path });
    watched.othersWaitMs = Math.max(watched.othersWaitMs, Math.round(performance.now() - began));
    await sleep(PROBE_EVERY_MS);
  }
}

async function memory(monitors: Monitors, stop: AbortSignal, watched: { memoryBytes: number }): Promise<void> {
  // A program that has ended has no memory; a restarted one has another pid.
  const bytesOf = (pid: number) => residentBytes(pid) ?? 0;
  const before = new Map([...monitors.processes().values()].map((pid) => [pid, bytesOf(pid)]));
  while (!stop.aborted) {
    for (const [pid, bytes] of before) watched.memoryBytes = Math.max(watched.memoryBytes, bytesOf(pid) - bytes);
    await sleep(PROBE_EVERY_MS);
  }
}

/** Waits until both services answer again. */
async function waitUntilIdle({ base }: WholeSystem): Promise<void> {
  for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; await sleep(200)) {
    const isReady = await Promise.all(PROBES.map((path) => send(base, '', { method: 'GET', path, isStranger: true })));
    if (isReady.every(({ status }) => status > 0 && status < 500)) break;
  }
  await sleep(CALM_MS);
}

/** Returns the answer's status, 0 for no answer, and the id of the record in it. */
function send(
  base: string,
  token: string,
  { method, path, type, body, isStranger, breaks }: Shot,
): Promise<{ status: number; id: number }> {
  const length = Buffer.byteLength(body ?? '');
  const announced = breaks === true ? length + 1_000 : length;
  const headers = {
    ...(isStranger === true ? {} : TOKEN_LINE(token)),
    ...(type !== undefined && { 'content-type': type }),
    ...(body !== undefined && { 'content-length': String(announced) }),
  };
  return new Promise((resolve) => {
    const sent = request(`${base}${path}`, { method, headers, agent: false, timeout: GIVE_UP_MS });
    const none = () => resolve({ status: 0, id: 0 });
    sent.once('timeout', () => sent.destroy()).once('error', none);
    sent.once('response', (answer) => {
      let text = '';
      answer.on('data', (piece: Buffer) => (text += text.length < 10_000 ? piece.toString('latin1') : ''));
      answer
        .once('error', none)
        .once('close', () =>
          resolve({ status: answer.statusCode ?? 0, id: Number(/"id":(\d+)/.exec(text)?.[1] ?? 0) }),
        );
    });
    if (breaks === true) sent.write(body ?? '', () => setTimeout(() => sent.destroy(), 100));
    else sent.end(body);
  });
}
