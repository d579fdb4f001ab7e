import createOpenApiClient, { type Client } from 'openapi-fetch';
import { ApiError } from './api-error';
import { listItems } from './list-pages';
import { DEFAULT_RETRY, RepeatableRequest, retrying, type RetryOptions } from './retry';

export { ApiError } from './api-error';
export type { RetryOptions } from './retry';

export interface ClientOptions {
  /** The address of the gateway, such as `http://localhost:8080`. */
  baseUrl: string;
  /** `<token_id>:<token_secret>`; without it, only open operations work. */
  token?: string;
  /** Changes to the usual retries; `{ attempts: 1 }` switches them off. */
  retry?: Partial<RetryOptions>;
  /** Used instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** The path of the calendar, which its description leaves out. */
const CALENDAR = '/calendar/events/v1';

/** A client of one system. Its type parameters are the `paths` that openapi-typescript makes from the descriptions. */
export interface AlmanacClient<Content extends object, Calendar extends object> {
  content: Client<Content>;
  calendar: Client<Calendar>;
  /** The members of a list of either service, over all its pages: `/api/books?sort=name`. */
  items(path: string, options?: { signal?: AbortSignal }): AsyncGenerator<unknown, void>;
}

/**
 * Creates a client. Operations reject with `ApiError` for statuses from 400 on; `parseAs: 'stream'` downloads as a stream.
 */
export function createClient<Content extends object, Calendar extends object>({
  baseUrl,
  token,
  retry,
  fetch: send = (request) => fetch(request),
}: ClientOptions): AlmanacClient<Content, Calendar> {
  const address = baseUrl.replace(/\/+$/, '');
  const headers = token === undefined ? {} : { authorization: `Token ${token}` };
  const repeat = retrying(send, { ...DEFAULT_RETRY, ...retry });
  const common = { Request: RepeatableRequest, fetch: repeat, headers };
  const content = createOpenApiClient<Content>({ ...common, baseUrl: address });
  const calendar = createOpenApiClient<Calendar>({ ...common, baseUrl: address + CALENDAR });
  const onResponse = async ({ response }: { response: Response }) => {
    if (!response.ok) throw await ApiError.of(response);
  };
  content.use({ onResponse });
  calendar.use({ onResponse });
  return {
    content,
    calendar,
    items: (path, options = {}) =>
      listItems((page) => repeat(new RepeatableRequest(address + page, { headers, ...options })), path),
  };
}

/** The body of a successful answer: `const book = await data(client.content.GET(…))`. */
export async function data<Body>(call: Promise<{ data?: Body | undefined; response: Response }>): Promise<Body> {
  const { data: body, response } = await call;
  if (body === undefined) throw new ApiError(response.status, 'The answer has no body', undefined, undefined);
  return body;
}

/** For `bodySerializer`: sends the members of a body as a form, files included. */
export function formData(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    const member: unknown = value;
    if (member instanceof Blob) form.append(name, member);
    else if (member !== undefined) form.append(name, typeof member === 'string' ? member : JSON.stringify(member));
  }
  return form;
}
