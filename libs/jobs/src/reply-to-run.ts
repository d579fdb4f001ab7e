import { stopCounting } from '@almanac/rate-limit';
import type { Request, Response } from 'express';
import { hasEnded, type Run } from './run-store';
import { answerOf, type Runs } from './runs';

interface RunReply {
  /** Address at which callers read and cancel the run. */
  location: string;
  /** How long a request waits for the end of its run. */
  waitSeconds: number;
  /** Formats the run as that address does. */
  present: (run: Run) => object;
}

/** `Retry-After` of an unfinished run, in seconds. */
const RETRY_AFTER_SECONDS = '2';

/**
 * Answers with the result of the run when it ends in time, else with 202 and the address of the run. `Prefer: respond-async` (RFC 7240)
 * answers at once, and `Prefer: wait=5` shortens the wait.
 * @throws Problem the failure of the run; 409 when it was canceled
 */
export async function replyToRun(
  runs: Runs,
  kind: string,
  run: Run,
  request: Request,
  response: Response,
  reply: RunReply,
): Promise<object> {
  const wait = waitOf(request.headers['prefer'], reply.waitSeconds);
  // A request that only waits must not count as in flight. The job has a limit of its own.
  stopCounting(request);
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const latest = wait === 0 ? run : ((await runs.wait(kind, run.id, wait * 1_000, disconnected.signal)) ?? run);
  if (hasEnded(latest)) return answerOf(latest);
  if (wait === 0) response.setHeader('Preference-Applied', 'respond-async');
  response.status(202).setHeader('Location', reply.location).setHeader('Retry-After', RETRY_AFTER_SECONDS);
  return reply.present(latest);
}

/** In seconds. A client may send both preferences: `wait` limits the wait, and `respond-async` asks for 202 after it (RFC 7240). */
function waitOf(prefer: string | string[] | undefined, longest: number): number {
  const preferences = String(prefer ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((text) => text.trim());
  const wait = preferences
    .map((text) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(text)?.[1])
    .find((seconds) => seconds !== undefined);
  if (wait !== undefined) return Math.min(Number(wait), longest);
  return preferences.includes('respond-async') ? 0 : longest;
}
