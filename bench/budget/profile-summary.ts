import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface CpuProfile {
  startTime: number;
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const MAX_FUNCTIONS = 8;
const PROGRAM = /\/apps\/([\w-]+)\/src\/main\.js$/;
/** Moments in microseconds of the monotonic clock, which `process.hrtime` and the profiles of V8 share. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Lines with the functions of gateway and services that ran longest in a span of time, from the profiles in a folder. */
export function summarizeProfiles(folder: string, span: TimeSpan): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .flatMap((name) => {
      const profile = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as CpuProfile;
      const program = profile.nodes.flatMap(({ callFrame }) => PROGRAM.exec(callFrame.url)?.[1] ?? [])[0];
      const lines = program === undefined ? [] : longest(profile, span);
      return lines.length === 0 ? [] : [`${program} (${name})`, ...lines];
    });
}

function longest({ startTime, nodes, samples, timeDeltas }: CpuProfile, { from, to }: TimeSpan): string[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const micros = new Map<string, number>();
  let now = startTime;
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    const delta = timeDeltas[index] ?? 0;
    now += delta;
    if (name !== '(idle)' && now >= from && now <= to) micros.set(name, (micros.get(name) ?? 0) + delta);
  });
  const busy = [...micros.values()].reduce((sum, some) => sum + some, 0);
  return [...micros]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_FUNCTIONS)
    .map(([name, some]) => `  ${((100 * some) / busy).toFixed(1).padStart(5)} %  ${name}`);
}

const nameOf = ({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string =>
  url === '' ? functionName : `${functionName || '(anonymous)'} ${path.basename(url)}:${lineNumber + 1}`;
