import { setTimeout as sleep } from 'node:timers/promises';
import { requireValidHtml } from './site/html-faults';
import type { DescribedExchanges } from './walks/described-exchanges';

/** An answer. `body` is parsed when it is JSON; its type is unknown, because tests check it with `toMatchObject`. */
export interface TestResponse {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}

/** A caller with a token, or an anonymous one. */
export interface Caller {
  /** `<id>:<secret>` */
  token?: string;
}

export type Body = object | string | FormData | URLSearchParams | undefined;

const BUSY_PAUSE_MS = 100;

interface TestApiOptions {
  /**
   * Repeats a request until its answer is not 503. On a slow machine, many requests at once exceed the time that the service waits for locks
   * and connections. The service has changed nothing then.
   */
  repeatsWhenBusy?: boolean;
  /** Every answer has to match this description. */
  description?: DescribedExchanges;
}

/** Sends requests to a running app as a caller. */
export class TestApi {
  constructor(
    readonly baseUrl: string,
    protected readonly headers: Record<string, string> = {},
    protected readonly options: TestApiOptions = {},
  ) {}

  as({ token }: Caller): TestApi {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Token ${token}` };
    return new TestApi(this.baseUrl, headers, this.options);
  }

  with(headers: Record<string, string>): TestApi {
    return new TestApi(this.baseUrl, { ...this.headers, ...headers }, this.options);
  }

  /** The same caller, who waits while the service is busy. */
  repeatingWhenBusy(): TestApi {
    return new TestApi(this.baseUrl, this.headers, { ...this.options, repeatsWhenBusy: true });
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body?: Body) => this.send('POST', path, body);
  put = (path: string, body?: Body) => this.send('PUT', path, body);
  patch = (path: string, body?: Body) => this.send('PATCH', path, body);
  delete = (path: string, body?: Body) => this.send('DELETE', path, body);

  /** Sends a text body unchanged; set its type with `with({'content-type': …})`. */
  async send(method: string, path: string, body?: Body): Promise<TestResponse> {
    for (;;) {
      const answer = await this.sendOnce(method, path, body);
      if (!this.options.repeatsWhenBusy || answer.status !== 503) return answer;
      await sleep(BUSY_PAUSE_MS);
    }
  }

  private async sendOnce(method: string, path: string, body: Body): Promise<TestResponse> {
    const raw =
      body === undefined ||
      typeof body === 'string' ||
      body instanceof Blob ||
      body instanceof FormData ||
      body instanceof URLSearchParams;
    const headers = new Headers({
      accept: 'application/json',
      ...(raw ? {} : { 'content-type': 'application/json' }),
      ...this.headers,
    });
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers,
      body: raw ? (body ?? null) : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed(response.headers.get('content-type'), text),
    };
    await requireValidHtml(path, response.headers, text);
    await this.options.description?.check({ ...answer, method, path, requestHeaders: headers, requestBody: body });
    return answer;
  }
}

const parsed = (type: string | null, text: string): unknown =>
  type?.includes('json') && text !== '' ? JSON.parse(text) : text;
