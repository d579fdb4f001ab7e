import createOpenApiClient, { type Client } from 'openapi-fetch';
import { ApiError } from './api-error';
import { type CalendarPaths, type ContentPaths, KEYLESS } from './description';
import { type Lists, listsOf, QUERY_STYLE } from './lists/list-items';
import { reporting } from './progress';
import { IDEMPOTENCY_KEY, type RepeatableInit, RepeatableRequest } from './repeatable-request';
import { serializeBody } from './request-body';
import { DEFAULT_RETRY, retrying, type RetryOptions } from './retry';

export interface ClientOptions {
  /** The address of the system, such as `http://localhost:8080`. */
  baseUrl: string;
  /** `<token_id>:<token_secret>`; without it, only open operations work. */
  token?: string;
  /** Changes to the usual retries; `{ attempts: 1 }` switches them off. */
  retry?: Partial<RetryOptions>;
  /** Used instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** The operations of a service, by their paths in its description, and its lists. */
export type ServiceClient<Paths extends object> = Client<Paths> & Lists<Paths>;

export interface AlmanacClient<Content extends object, Calendar extends object> {
  content: ServiceClient<Content>;
  calendar: ServiceClient<Calendar>;
  /** Sends a request to an address outside of the descriptions, such as `/attachments/7`; `body` of the answer is a stream. */
  fetch(path: string, init?: RepeatableInit): Promise<Response>;
}

/** The path of the calendar, which its description leaves out. */
const CALENDAR = '/calendar/events/v1';

/**
 * Creates a client of one system. Operations reject with `ApiError` for statuses from 400 on; `parseAs: 'stream'` downloads as a stream.
 * A POST gets an idempotency key where it takes one, so that a broken connection never makes a second record.
 */
export function createClient<Content extends object = ContentPaths, Calendar extends object = CalendarPaths>({
  baseUrl,
  token,
  retry,
  fetch: send = (request) => fetch(request),
}: ClientOptions): AlmanacClient<Content, Calendar> {
  const address = baseUrl.replace(/\/+$/, '');
  const authorization = token === undefined ? {} : { authorization: `Token ${token}` };
  const repeat = retrying(reporting(send), { ...DEFAULT_RETRY, ...retry });

  const request = async (url: string, init: RepeatableInit = {}) => {
    const headers = new Headers({ ...authorization, ...Object.fromEntries(new Headers(init.headers)) });
    return withoutError(await repeat(new RepeatableRequest(url, { ...init, headers })));
  };

  const service = <Paths extends object>(base: string, start?: Record<string, string>): ServiceClient<Paths> => {
    const client = createOpenApiClient<Paths>({
      baseUrl: base,
      headers: authorization,
      Request: RepeatableRequest,
      fetch: repeat,
      bodySerializer: serializeBody,
      querySerializer: QUERY_STYLE,
    });
    client.use({
      // Only callers with a token may use keys.
      onRequest: ({ request: { method, headers }, schemaPath }) => {
        const takesKey = method === 'POST' && token !== undefined && !KEYLESS.includes(schemaPath);
        if (takesKey && !headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, newKey());
      },
      onResponse: ({ response }) => withoutError(response),
    });
    return { ...client, ...listsOf<Paths>(base, request, start) };
  };

  return {
    content: service<Content>(address),
    // Cursors neither repeat nor skip records that change meanwhile. The calendar pages by them when it gets an empty one.
    calendar: service<Calendar>(address + CALENDAR, { cursor: '' }),
    fetch: async (path, init) => {
      if (!path.startsWith('/')) throw new TypeError(`The path ${path} does not begin with a slash`);
      return request(address + path, init);
    },
  };
}

/** Node cancels an unread stream when its response is garbage. Here the response lives as long as the stream. */
const owners = new WeakMap<ReadableStream, Response>();

async function withoutError(response: Response): Promise<Response> {
  if (response.status >= 400) throw await ApiError.of(response);
  if (response.body) owners.set(response.body, response);
  return response;
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
