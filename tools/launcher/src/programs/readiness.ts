import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../settings/launch-error';
import type { SupervisedProgram } from './supervised-program';

const LIMIT_MS = 60_000;
/** A program may fail once or twice, e.g. when another process takes its port. After that, waiting does not help. */
const ALLOWED_FAILURES = 2;

/**
 * Returns once the program answers 200 on `/readyz` of that address.
 * @throws LaunchError with its last output when it takes too long or keeps ending; the signal's reason when aborted
 */
export async function becomesReady(program: SupervisedProgram, address: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    signal.throwIfAborted();
    if (await isReady(`${address}/readyz`)) return;
    if (program.failures > ALLOWED_FAILURES)
      throw new LaunchError(`${program.name} keeps ending. ${program.lastOutput}`);
    if (Date.now() > deadline)
      throw new LaunchError(`${program.name} is not ready after ${LIMIT_MS / 1_000} s. ${program.lastOutput}`);
    await sleep(100, undefined, { signal });
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).status === 200;
  } catch {
    return false;
  }
}
