import { setTimeout as sleep } from 'node:timers/promises';
import { idOf, member } from './answers';
import { Turns } from './turns';

export interface DemoApiOptions {
  readonly baseUrl: string;
  /** `<id>:<secret>` of a user with all permissions. */
  readonly token: string;
  readonly signal?: AbortSignal;
}

/** Enough for the strictest sensible rate limit, one request a minute; more refusals have another cause. */
const MAX_WAITS = 5;
/** The services work on six requests of one caller at once. */
const MAX_AT_ONCE = 6;

/** A client of the public HTTP API that respects its rate limits. */
export class DemoApi {
  constructor(
    private readonly options: DemoApiOptions,
    private readonly turns = new Turns(MAX_AT_ONCE),
  ) {}

  /** The same API as another user. All of them share the turns. */
  as(token: string): DemoApi {
    return new DemoApi({ ...this.options, token }, this.turns);
  }

  /** The records of a list. An empty list may also be answered with 404. */
  async list(path: string, list = 'data'): Promise<readonly unknown[]> {
    const answer = await this.find(path);
    if (answer === undefined) return [];
    const items = member(answer, list);
    if (!Array.isArray(items)) throw new Error(`GET ${path} answered without ${list}`);
    return items.map((item: unknown) => item);
  }

  /** Ids of a list by name. */
  async idsByName(path: string, list: string, name: string): Promise<Map<string, number>> {
    const items = await this.list(path, list);
    return new Map(items.map((item) => [String(member(item, name)), idOf(item)]));
  }

  /** The answer to a read; undefined for 404. */
  async find(path: string): Promise<unknown> {
    const response = await this.send('GET', path);
    if (response.status !== 404) return read(response, `GET ${path}`);
    await response.body?.cancel();
    return undefined;
  }

  /** Creates a record and returns its id. A body with a file must be form data. */
  async create(path: string, body: object): Promise<number> {
    return idOf(await this.post(path, body));
  }

  async post(path: string, body: object): Promise<unknown> {
    return read(await this.send('POST', path, body), `POST ${path}${subjectOf(body)}`);
  }

  async change(path: string, body: object): Promise<void> {
    await read(await this.send('PUT', path, body), `PUT ${path}${subjectOf(body)}`);
  }

  async remove(path: string): Promise<void> {
    await read(await this.send('DELETE', path), `DELETE ${path}`);
  }

  private send(method: string, path: string, body?: object): Promise<Response> {
    const { baseUrl, token, signal = null } = this.options;
    const headers = new Headers({ Accept: 'application/json', Authorization: `Token ${token}` });
    const isForm = body instanceof FormData;
    if (body && !isForm) headers.set('Content-Type', 'application/json');
    const init = { method, headers, signal, body: isForm || !body ? (body ?? null) : JSON.stringify(body) };
    return this.turns.run(async () => {
      for (let waits = 0; ; waits += 1) {
        const response = await fetch(baseUrl + path, init);
        if (response.status !== 429 || waits === MAX_WAITS) return response;
        await response.body?.cancel();
        await sleep(secondsToWait(response) * 1_000, undefined, signal ? { signal } : {});
      }
    });
  }
}

async function read(response: Response, request: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${request} answered ${response.status}: ${text.slice(0, 300)}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** The name of the record that a failed request was about. */
function subjectOf(body: object): string {
  const names = ['name', 'title', 'venue', 'organizer', 'display_name'];
  const values = names.map((name) => (body instanceof FormData ? body.get(name) : member(body, name)));
  const name = values.find((value) => typeof value === 'string');
  return typeof name === 'string' ? ` (${name})` : '';
}

function secondsToWait(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 1;
}
