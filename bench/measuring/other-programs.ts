import { readFileSync } from 'node:fs';
import { type CpuMeter, TICKS_PER_SECOND } from './processor-time';

/** Fields of the first line of `/proc/stat` that are no work: idle, and waiting for disks. */
const IDLE = [3, 4];
/** The fields after these count the time of guests twice. */
const FIELDS = 8;

/**
 * Begins to watch all programs of the machine, and those of other virtual machines on the same processors.
 * @param own meters of the programs that are not meant, besides this process
 * @returns a function that tells the share of all processors that the others have taken since: 0 to 1
 */
export function watchOtherPrograms(own: readonly CpuMeter[]): () => number {
  const before = read(own);
  return () => {
    const now = read(own);
    return Math.max(0, (now.busy - before.busy - (now.own - before.own)) / (now.all - before.all));
  };
}

function read(own: readonly CpuMeter[]): { all: number; busy: number; own: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const seconds = line
    .split(/\s+/)
    .slice(1, 1 + FIELDS)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
  const all = seconds.reduce((sum, some) => sum + some, 0);
  const { user, system } = process.cpuUsage();
  return {
    all,
    busy: all - IDLE.reduce((sum, field) => sum + (seconds[field] ?? 0), 0),
    own: own.reduce((sum, meter) => sum + (meter.cpuSeconds() ?? 0), (user + system) / 1e6),
  };
}
