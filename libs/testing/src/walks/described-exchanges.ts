import { DescribedAnswers, type DescribedResponse, type Description } from './described-answers';

/** A request and its answer. */
export interface Exchange {
  method: string;
  /** With the query. */
  path: string;
  requestHeaders: Headers;
  /** The body as it was given to `TestApi`. */
  requestBody: unknown;
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
}

/** Headers of answers that programs read. The description must name each of them where it is sent. */
const HEADERS = [
  'allow',
  'content-disposition',
  'deprecation',
  'etag',
  'idempotency-replayed',
  'last-modified',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-missing-scripts',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-total',
  'x-total-count',
  'x-total-pages',
  'x-tec-total',
  'x-tec-totalpages',
];

/** Inputs that remove members which the schema requires. */
const SHORTENING = /^_?fields(\[|$)/;

/** Holds every answer of an interface to its description. */
export class DescribedExchanges {
  private description: Promise<Description> | undefined;
  private whole: DescribedAnswers | undefined;
  private shortened: DescribedAnswers | undefined;

  /**
   * @param describe returns the description; called when the first answer comes
   * @param root the path of the interface
   * @param prefix the start of each path, which the description leaves out
   */
  constructor(
    private readonly describe: () => Promise<Description>,
    private readonly root: string,
    private readonly prefix = '',
  ) {}

  /** @throws Error with the deviations of an answer from the description. Addresses outside the interface have none. */
  async check(exchange: Exchange): Promise<void> {
    const { pathname, searchParams } = new URL(exchange.path, 'http://localhost');
    if (pathname !== this.root && !pathname.startsWith(`${this.root}/`)) return;
    const method = methodOf(exchange, searchParams);
    if (method === 'OPTIONS') return;
    const found = await this.faults(
      method,
      pathname.slice(this.prefix.length) || '/',
      unwrapped(exchange, searchParams),
    );
    if (found.length > 0)
      throw new Error(
        `the description does not match ${method} ${exchange.path} ${exchange.status}:\n${found.join('\n')}`,
      );
  }

  private async faults(method: string, path: string, exchange: Exchange): Promise<string[]> {
    const { status, headers, body, text } = exchange;
    const answers = await this.answersFor(exchange);
    const described = answers.pathOf(path);
    if (described === undefined || !answers.operation(described, method)) return unservedFaults(status);
    const response = answers.responseOf(method, described, status);
    if (!response) return ['the status is not described'];
    const named = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
    const unnamed = HEADERS.filter((name) => headers.has(name) && !named.has(name));
    return [
      ...unnamed.map((name) => `the header ${name} is not described`),
      ...(method === 'HEAD' || (status >= 300 && status < 400)
        ? []
        : contentFaults(answers, response, headers, text, body)),
    ];
  }

  private async answersFor({ path, requestBody }: Exchange): Promise<DescribedAnswers> {
    const names = [...new URL(path, 'http://localhost').searchParams.keys(), ...namesIn(requestBody)];
    const description = await (this.description ??= this.describe());
    if (names.some((name) => SHORTENING.test(name)))
      return (this.shortened ??= new DescribedAnswers(withoutRequired(description)));
    return (this.whole ??= new DescribedAnswers(description));
  }
}

/** The interface refuses paths and methods that it does not have; redirects are not described. */
const unservedFaults = (status: number): string[] => (status >= 300 ? [] : ['the route is not described']);

function contentFaults(
  answers: DescribedAnswers,
  { content }: DescribedResponse,
  headers: Headers,
  text: string,
  body: unknown,
): string[] {
  const type = headers.get('content-type')?.split(';')[0];
  if (!content) return text === '' ? [] : [`the answer is described without a body, but has ${type}`];
  if (type === undefined) return text === '' ? ['the answer has no body'] : ['the answer has no media type'];
  const media = content[type] ?? content[`${type.split('/')[0]}/*`];
  if (!media) return [`the media type ${type} is not described`];
  return type.includes('json') ? answers.faultsBy(media.schema, body) : [];
}

/** The method after `_method` or `X-HTTP-Method-Override` has replaced it. */
function methodOf({ method, requestHeaders, requestBody }: Exchange, query: URLSearchParams): string {
  if (method !== 'POST') return method;
  const name = memberOf(requestBody, '_method') ?? query.get('_method') ?? requestHeaders.get('x-http-method-override');
  return typeof name === 'string' && /^(put|patch|delete)$/i.test(name) ? name.toUpperCase() : method;
}

/** The answer inside of an envelope. */
function unwrapped(exchange: Exchange, query: URLSearchParams): Exchange {
  const { body } = exchange;
  if (!query.has('_envelope') || typeof body !== 'object' || body === null) return exchange;
  if (!('body' in body && 'status' in body && 'headers' in body)) return exchange;
  const headers = new Headers(exchange.headers);
  const type = memberOf(body.headers, 'Content-Type');
  if (typeof type === 'string') headers.set('content-type', type);
  return { ...exchange, headers, body: body.body, status: Number(body.status) };
}

const isForm = (body: unknown): body is FormData | URLSearchParams =>
  body instanceof FormData || body instanceof URLSearchParams;

function namesIn(body: unknown): string[] {
  if (isForm(body)) return [...body.keys()];
  return typeof body === 'object' && body !== null ? Object.keys(body) : [];
}

function memberOf(body: unknown, name: string): unknown {
  if (isForm(body)) return body.get(name) ?? undefined;
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

/** The same description, in which no member of an object is required. */
function withoutRequired(description: Description): Description {
  const copy: Description = JSON.parse(
    JSON.stringify(description, (key, value: unknown) =>
      key === 'required' && Array.isArray(value) ? undefined : value,
    ),
  );
  return copy;
}
