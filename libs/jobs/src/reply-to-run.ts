import { doesNotCount } from '@almanac/rate-limit';
import type { Request, Response } from 'express';
import { hasEnded, type Run } from './run';
import { answerOf, type Runs } from './runs';

export interface RunReply {
  /** Where the run can be looked at and canceled. */
  location: string;
  /** How long a request waits for the end of its run. */
  waitSeconds: number;
  /** The run as that address shows it. */
  present: (run: Run) => object;
}

/** What callers are told to wait before they look again, in seconds. */
const LOOK_AGAIN = '2';

/**
 * What the run answers, when it ends in time; else 202 with the address of the run. Callers who send `Prefer: respond-async` (RFC 7240) do not
 * wait, and `Prefer: wait=5` shortens the time.
 * @throws Problem why nothing came of the run
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
  // To wait is no work. The job has a limit of its own.
  doesNotCount(request);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const seen = wait === 0 ? run : ((await runs.wait(kind, run.id, wait * 1_000, gone.signal)) ?? run);
  if (hasEnded(seen)) return answerOf(seen);
  if (wait === 0) response.setHeader('Preference-Applied', 'respond-async');
  response.status(202).setHeader('Location', reply.location).setHeader('Retry-After', LOOK_AGAIN);
  return reply.present(seen);
}

/** In seconds. A client that knows both preferences sends them together: how long it waits, and what it wants then. */
function waitOf(prefer: string | string[] | undefined, longest: number): number {
  const preferences = String(prefer ?? '').toLowerCase().split(/[,;]/).map((text) => text.trim()); // prettier-ignore
  const wait = preferences.map((text) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(text)?.[1]).find((seconds) => seconds !== undefined);
  if (wait !== undefined) return Math.min(Number(wait), longest);
  return preferences.includes('respond-async') ? 0 : longest;
}
