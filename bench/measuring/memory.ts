import { readFileSync } from 'node:fs';
import type { BenchProcess } from './bench-process';

export const MEGABYTE = 1_000_000;
const LOOK_EVERY_MS = 20;

export const inMegabytes = (bytes: number): number => Math.round(bytes / MEGABYTE);

/** Resident memory of a process in bytes; undefined when it has ended or the system does not report it. */
export function residentBytes(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Watches the memory of a service while `work` runs. */
export async function watchMemory<T>(
  service: BenchProcess,
  work: () => Promise<T>,
): Promise<{ result: T; peakBytes: number; seconds: string }> {
  let peakBytes = 0;
  const look = setInterval(() => (peakBytes = Math.max(peakBytes, service.residentBytes() ?? 0)), LOOK_EVERY_MS);
  const started = performance.now();
  const result = await work().finally(() => clearInterval(look));
  return { result, peakBytes, seconds: ((performance.now() - started) / 1000).toFixed(1) };
}
