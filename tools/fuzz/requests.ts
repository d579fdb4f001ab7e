import fc, { type Arbitrary } from 'fast-check';
import { type FuzzRoute, QUERY_FIELDS } from './routes';
import { oddForm, oddJson, text, value, word } from './values';

/** The point at which the client closes the connection: a share of the body, or the start of the answer. */
type Break = { bodyShare: number } | 'at-answer' | undefined;

export interface FuzzRequest {
  method: string;
  /** Path and query; path parameters are still `:name`. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | undefined;
  caller: string;
  breaks: Break;
  /** Selects one of the known record ids. */
  pick: number;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const BOUNDARY = 'fuzz-boundary';

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: 'text/html' },
  { accept: '*/*;q=0' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"x", W/"y"' },
  { 'if-match': '"x"' },
  { range: 'bytes=0-0,5-,-1' },
  { range: 'bytes=9999999999-' },
  { 'x-forwarded-for': '6.6.6.6, not-an-ip' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: 'almanac_session=s%3Ax.y; __Host-almanac_session=z' },
  { prefer: 'respond-async' },
  { expect: '100-continue' },
  { 'x-long': 'x'.repeat(4_000) },
  { origin: 'https://evil.example' },
  { 'accept-language': ','.repeat(500) },
  { 'content-encoding': 'gzip' },
];

/** Requests to one route: mostly with its method and fields, and now and then with an odd part. */
export function requestsTo(route: FuzzRoute, callers: readonly string[]): Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(route.method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      query: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 2, arbitrary: query }),
      extra: fc.oneof(
        { weight: 6, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...ODD_HEADERS) },
      ),
      content: fc.oneof(
        { weight: route.method === 'GET' ? 12 : 1, arbitrary: fc.constant(undefined) },
        { weight: 5, arbitrary: jsonBody(route) },
        { weight: 2, arbitrary: formBody(route) },
        { weight: 2, arbitrary: multipartBody(route) },
        { weight: 1, arbitrary: garbageBody },
      ),
      caller: fc.constantFrom(...callers),
      breaks: fc.oneof(
        { weight: 14, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((bodyShare) => ({ bodyShare })) },
        { weight: 1, arbitrary: fc.constant<Break>('at-answer') },
      ),
      pick: fc.nat(),
    })
    .map(({ query: search, extra, content, ...rest }) => ({
      ...rest,
      target: search ? `${route.path}?${search}` : route.path,
      headers: { accept: 'application/json', ...content?.headers, ...extra },
      body: content?.body,
    }));
}

const query: Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...QUERY_FIELDS), word), { maxLength: 4 })
  .map((pairs) =>
    pairs.map(([name, given]) => `${encodeURI(name)}=${encodeURIComponent(given.toWellFormed())}`).join('&'),
  )
  .filter((search) => search.length < 6_000);

interface Content {
  headers: Record<string, string>;
  body: Buffer;
}

const typed = (type: string, content: string | Buffer): Content => ({
  headers: { 'content-type': type },
  body: Buffer.isBuffer(content) ? content : Buffer.from(content),
});

/** Some fields of the route, now and then with an unknown one; with or without the fields of the valid example. */
function fieldsOf({ fields, example }: FuzzRoute): Arbitrary<Record<string, unknown>> {
  const name =
    fields.length > 0
      ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: word })
      : word;
  return fc
    .tuple(fc.dictionary(name, value, { maxKeys: 4 }), fc.boolean())
    .map(([given, isValidBeside]) => (isValidBeside ? { ...example, ...given } : given));
}

const jsonBody = (route: FuzzRoute): Arbitrary<Content> =>
  fc
    .oneof(
      { weight: 9, arbitrary: fieldsOf(route).map((fields) => JSON.stringify(fields)) },
      { weight: 1, arbitrary: oddJson },
    )
    .map((json) => typed('application/json', json));

const flat = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given)).toWellFormed();

const formBody = (route: FuzzRoute): Arbitrary<Content> =>
  fc
    .oneof(
      {
        weight: 9,
        arbitrary: fieldsOf(route).map((fields) =>
          Object.entries(fields)
            .map(([name, given]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(flat(given))}`)
            .join('&'),
        ),
      },
      { weight: 1, arbitrary: oddForm },
    )
    .map((form) => typed('application/x-www-form-urlencoded', form));

const FILES = ['file', 'image', 'cover', 'x'].map((name) => `name="${name}"; filename="a.png"`);
const NAMELESS = ['filename="a.png"', 'name', ''];

const multipartBody = (route: FuzzRoute): Arbitrary<Content> =>
  fc
    .tuple(fieldsOf(route), fc.constantFrom(...FILES, ...NAMELESS), fc.uint8Array({ maxLength: 300 }), fc.boolean())
    .map(([fields, file, bytes, ends]) => {
      const part = (disposition: string, content: string | Buffer) => [
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ];
      const parts = Object.entries(fields).flatMap(([name, given]) =>
        part(`name="${name.replaceAll('"', '%22')}"`, flat(given)),
      );
      const pieces = [...parts, ...part(file, Buffer.from(bytes)), Buffer.from(ends ? `--${BOUNDARY}--\r\n` : '')];
      return typed(`multipart/form-data; boundary=${BOUNDARY}`, Buffer.concat(pieces));
    });

const TYPES = [
  'application/json',
  'application/xml',
  'text/plain',
  'text/calendar',
  'multipart/form-data',
  'application/json; charset=utf-16',
  '',
  'x',
];

const garbageBody: Arbitrary<Content> = fc
  .tuple(
    fc.constantFrom(...TYPES),
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      text.map((given) => Buffer.from(given)),
    ),
  )
  .map(([type, bytes]) => typed(type, bytes));
