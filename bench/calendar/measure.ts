import { NAMESPACE } from '../../apps/calendar-service/src/config';
import type { Places } from './places';
import type { CalendarCase } from './requests';

export interface Calendar {
  readonly events: number;
  readonly url: string;
  readonly places: Places;
}

export interface CalendarTimes {
  readonly of: CalendarCase;
  /** Milliseconds until the complete answer: per calendar, one per round. */
  readonly times: readonly number[][];
  /** Total number of results, per calendar. NaN when the statement time-out ended the request. */
  readonly totals: readonly number[];
}

const WARM_UP_ROUNDS = 2;

/**
 * Sends the cases to all calendars in rounds, one request at a time.
 * @param only selects cases by name
 * @param commit makes a commit, so that no answer comes from the cache
 */
export async function measure(
  calendars: readonly Calendar[],
  cases: readonly CalendarCase[],
  rounds: number,
  only: RegExp,
  commit: () => Promise<unknown>,
): Promise<CalendarTimes[]> {
  const results: CalendarTimes[] = [];
  for (const of of cases.filter(({ name }) => only.test(name))) {
    const times = calendars.map(() => new Array<number>());
    const totals = calendars.map(() => 0);
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      // The first request of a round finds colder caches, so the order alternates.
      const order = [...calendars.keys()];
      for (const index of round % 2 === 0 ? order : order.reverse()) {
        const calendar = calendars[index];
        if (!calendar) continue;
        await commit();
        const { ms, total } = await ask(calendar, of);
        totals[index] = total;
        if (round >= 0) times[index]?.push(ms);
      }
    }
    results.push({ of, times, totals });
  }
  return results;
}

async function ask({ url, places }: Calendar, { path, token }: CalendarCase): Promise<{ ms: number; total: number }> {
  const target = `${url}/${NAMESPACE}${path(places)}`;
  const started = performance.now();
  const answer = await fetch(target, { headers: token === undefined ? {} : { authorization: `Token ${token}` } });
  const text = await answer.text();
  const ms = performance.now() - started;
  if (answer.status === 503) return { ms, total: Number.NaN };
  if (!answer.ok) throw new Error(`${target} answers ${answer.status}: ${text.slice(0, 200)}`);
  return { ms, total: Number(answer.headers.get('x-total')) };
}
