import { median, medianRatio } from './report';

/** A service that is filled with a number of records. */
export interface SizedService {
  /** For the heading of its column, e.g. `10,000 pages`. */
  readonly size: string;
  readonly url: string;
}

/** A request that is sent to services of both sizes in turns. */
export interface SizedCase<Service> {
  readonly name: string;
  readonly path: (service: Service) => string;
  readonly token?: string | undefined;
  /** Highest allowed ratio of large to small; cases without one are informative. */
  readonly aim?: number;
}

export interface SizedTimes {
  readonly name: string;
  readonly aim: number | undefined;
  /** Milliseconds until the complete answer: per service, one per round. */
  readonly times: readonly number[][];
  /** Total number of results, per service; undefined for single records. NaN when the statement time-out ended the request. */
  readonly totals: readonly (number | undefined)[];
}

const WARM_UP_ROUNDS = 2;

/**
 * Sends the cases to all services in rounds, one request at a time.
 * @param only selects cases by name
 * @param commit makes a commit, so that no answer comes from the cache
 */
export async function measureSizes<Service extends SizedService>(
  services: readonly Service[],
  cases: readonly SizedCase<Service>[],
  { rounds, only, commit }: { rounds: number; only: RegExp; commit: () => Promise<unknown> },
): Promise<SizedTimes[]> {
  const results: SizedTimes[] = [];
  for (const { name, aim, path, token } of cases.filter((one) => only.test(one.name))) {
    const times = services.map(() => new Array<number>());
    const totals = services.map((): number | undefined => undefined);
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      // The first request of a round finds colder caches, so the order alternates.
      const order = [...services.entries()];
      for (const [index, service] of round % 2 === 0 ? order : order.reverse()) {
        await commit();
        const { ms, total } = await ask(service.url + path(service), token);
        totals[index] = total;
        if (round >= 0) times[index]?.push(ms);
      }
    }
    results.push({ name, aim, times, totals });
  }
  return results;
}

async function ask(target: string, token?: string): Promise<{ ms: number; total: number | undefined }> {
  const started = performance.now();
  const answer = await fetch(target, { headers: token === undefined ? {} : { authorization: `Token ${token}` } });
  const text = await answer.text();
  const ms = performance.now() - started;
  if (answer.status === 503) return { ms, total: Number.NaN };
  if (!answer.ok) throw new Error(`${target} answers ${answer.status}: ${text.slice(0, 200)}`);
  const total = answer.headers.get('x-total') ?? answer.headers.get('x-total-count');
  return { ms, total: total === null ? undefined : Number(total) };
}

/** Medians, and medians of the ratios within each round: other load on the machine affects both requests of a round alike. */
export function reportSizes(results: readonly SizedTimes[], services: readonly SizedService[]): string {
  return [
    `| request | ${services.map(({ size }) => `${size}, ms | total`).join(' | ')} | ratio | aim |`,
    `|---|${services.map(() => '---:|---:|').join('')}---:|---|`,
    ...results.map(row),
  ].join('\n');
}

function row({ name, aim, times, totals }: SizedTimes): string {
  const [small = [], large = []] = times;
  const ratio = medianRatio(large, small);
  const verdict = aim === undefined ? '' : `≤ ${aim}: ${ratio <= aim ? 'reached' : 'missed'}`;
  const cells = times.flatMap((own, index) => [median(own).toFixed(1), totalCell(totals[index])]);
  return `| ${[name, ...cells, ratio.toFixed(2), verdict].join(' | ')} |`;
}

function totalCell(total: number | undefined): string {
  if (total === undefined) return '';
  return Number.isNaN(total) ? 'time-out' : total.toLocaleString('en');
}
