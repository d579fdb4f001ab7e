import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const SHOWN = 8;
const PROGRAM = /\/apps\/([\w-]+)\/src\/main\.js$/;
/** Loading the modules takes longer than a short load. */
const AT_START = /^(?:wrapSafe|readFileUtf8|compileSourceTextModule|internalModuleStat)\b|\bloader:\d+$/;

/** Lines with the functions of gateway and services that ran longest, from the profiles in a folder. */
export function summarizeProfiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .flatMap((name) => {
      const profile = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as CpuProfile;
      const program = profile.nodes.flatMap(({ callFrame }) => PROGRAM.exec(callFrame.url)?.[1] ?? [])[0];
      return program === undefined ? [] : [`${program} (${name})`, ...longest(profile)];
    });
}

function longest({ nodes, samples, timeDeltas }: CpuProfile): string[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const micros = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    if (name !== '(idle)' && !AT_START.test(name)) micros.set(name, (micros.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const busy = [...micros.values()].reduce((sum, some) => sum + some, 0);
  return [...micros]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, some]) => `  ${((100 * some) / busy).toFixed(1).padStart(5)} %  ${name}`);
}

const nameOf = ({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string =>
  url === '' ? functionName : `${functionName || '(anonymous)'} ${path.basename(url)}:${lineNumber + 1}`;
