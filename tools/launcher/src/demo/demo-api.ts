import { setTimeout as sleep } from 'node:timers/promises';

export interface DemoApiOptions {
  readonly baseUrl: string;
  /** `<id>:<secret>` of a user with all permissions. */
  readonly token: string;
  readonly signal?: AbortSignal;
}

/** Enough for the strictest sensible rate limit, one request a minute; more refusals have another cause. */
const MAX_WAITS = 5;

/** A client of the public HTTP API that respects its rate limits. */
export class DemoApi {
  constructor(private readonly options: DemoApiOptions) {}

  /** Ids of a list by name. An empty list may also be answered with 404. */
  async idsByName(path: string, list: string, name: string): Promise<Map<string, number>> {
    const response = await this.request(path, {});
    if (response.status === 404) return new Map();
    const items = member(await this.answer(response, path), list);
    if (!Array.isArray(items)) throw new Error(`GET ${path} answered without ${list}`);
    return new Map(items.map((item: unknown) => [String(member(item, name)), idOf(item)]));
  }

  /** Creates a record and returns its id. A body with a file must be form data. */
  async create(path: string, body: object): Promise<number> {
    const isForm = body instanceof FormData;
    const init: RequestInit = isForm
      ? { body }
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    return idOf(await this.answer(await this.request(path, { ...init, method: 'POST' }), path));
  }

  private async request(path: string, init: RequestInit): Promise<Response> {
    const { baseUrl, token, signal = null } = this.options;
    const headers = new Headers(init.headers);
    headers.set('Accept', 'application/json');
    headers.set('Authorization', `Token ${token}`);
    for (let waits = 0; ; waits += 1) {
      const response = await fetch(baseUrl + path, { ...init, headers, signal });
      if (response.status !== 429 || waits === MAX_WAITS) return response;
      await response.body?.cancel();
      await sleep(secondsToWait(response) * 1_000, undefined, signal ? { signal } : {});
    }
  }

  private async answer(response: Response, path: string): Promise<unknown> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }
}

function secondsToWait(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 1;
}

function member(item: unknown, name: string): unknown {
  return typeof item === 'object' && item !== null
    ? new Map<string, unknown>(Object.entries(item)).get(name)
    : undefined;
}

function idOf(item: unknown): number {
  const id = Number(member(item, 'id'));
  if (!Number.isInteger(id)) throw new Error('an answer came without an id');
  return id;
}
