import { setTimeout as sleep } from 'node:timers/promises';

export interface DemoApiOptions {
  readonly baseUrl: string;
  /** `<id>:<secret>` of somebody who may write everything. */
  readonly token: string;
  readonly signal?: AbortSignal;
}

/** A rate limit of one request a minute is the strictest that makes sense; whoever is refused this often has another problem. */
const MOST_WAITS = 5;

/** The public HTTP API as a well-behaved client uses it. */
export class DemoApi {
  constructor(private readonly options: DemoApiOptions) {}

  /** Ids by name of what a list holds; an empty list may also be answered with 404. */
  async idsByName(path: string, list: string, name: string): Promise<Map<string, number>> {
    const response = await this.request(path, {});
    if (response.status === 404) return new Map();
    const items = member(await this.answer(response, path), list);
    if (!Array.isArray(items)) throw new Error(`GET ${path} answered without ${list}`);
    return new Map(items.map((item: unknown) => [String(member(item, name)), idOf(item)]));
  }

  /** Makes something and gives its id. Form data is for bodies with a file. */
  async create(path: string, body: object): Promise<number> {
    const isForm = body instanceof FormData;
    const init: RequestInit = isForm ? { body } : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    return idOf(await this.answer(await this.request(path, { ...init, method: 'POST' }), path));
  }

  private async request(path: string, init: RequestInit): Promise<Response> {
    const { baseUrl, token, signal = null } = this.options;
    const headers = new Headers(init.headers);
    headers.set('Accept', 'application/json');
    headers.set('Authorization', `Token ${token}`);
    for (let waits = 0; ; waits += 1) {
      const response = await fetch(baseUrl + path, { ...init, headers, signal });
      if (response.status !== 429 || waits === MOST_WAITS) return response;
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
  return typeof item === 'object' && item !== null ? new Map<string, unknown>(Object.entries(item)).get(name) : undefined;
}

function idOf(item: unknown): number {
  const id = Number(member(item, 'id'));
  if (!Number.isInteger(id)) throw new Error('an answer came without an id');
  return id;
}
