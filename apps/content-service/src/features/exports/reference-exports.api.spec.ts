import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeWithReference, nonEmpty } from '@almanac/testing';
import { problem, textAt } from '../../testing/answers';
import { CAPTURES } from '../../contracts/reference/captures';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { EXPORT_ANSWERS, EXPORT_HEADERS } from '../../contracts/reference/reference-deviations';
import { CAPTURED_BASE } from '../../contracts/reference/reference-files';
import { dataOf, meaningOf } from '../imports/testing/portable';
import { ArchivedWorld } from './testing/archived-world';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];
const HIDDEN_BOOK = 24;

/** Headers whose values depend on the size of the answer or on the rate limit. */
const VARYING = ['content-length', 'x-ratelimit-remaining', 'x-ratelimit-limit'];

interface CapturedExport {
  name: string;
  request: { path: string };
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const files = existsSync(CAPTURES) ? readdirSync(CAPTURES) : [];
const captures = files
  .filter((file) => file.includes('-export-'))
  .map((file): CapturedExport => {
    const capture: Omit<CapturedExport, 'name'> = JSON.parse(readFileSync(path.join(CAPTURES, file), 'utf8'));
    return { ...capture, name: file.replace('.json', '') };
  });
const archiveOf = (kind: string): Buffer =>
  readFileSync(path.join(CAPTURES, files.find((file) => file.endsWith(`-${kind}.zip`)) ?? ''));

let app: ContentApp;
let reader: Person;
let shutOut: Person;
beforeAll(async () => {
  if (captures.length === 0) return;
  app = await startContent({ BASE_URL: CAPTURED_BASE });
  await ArchivedWorld.make(app, archiveOf('book'));
  await app.given.book({ id: 1 });
  const blocks: unknown = JSON.parse(
    readFileSync(path.join(CAPTURES, 'pages-create-drawio-and-blocks.json'), 'utf8'),
  ).body;
  await app.given.page({ id: 105954, bookId: 1, name: 'Blocks', slug: 'blocks', html: textAt(blocks, 'raw_html') });
  reader = await app.given.user({ permissions: [...READING, 'content-export'] });
  shutOut = await app.given.user({ permissions: READING });
  await app.given.book({ id: HIDDEN_BOOK });
  await app.api.as(await app.given.admin()).put(`/api/content-permissions/book/${HIDDEN_BOOK}`, {
    fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
  });
});
afterAll(() => (captures.length === 0 ? undefined : app.close()));

const answered = ({ name, request }: CapturedExport): Promise<Response> => {
  const { token } = name.endsWith('no-export-permission') ? shutOut : reader;
  return fetch(new URL(request.path, app.api.baseUrl), {
    headers: { authorization: `Token ${token}`, accept: 'application/json' },
  });
};

describeWithReference(CAPTURES, 'a captured export', () => {
  it.each(captures)('$name matches the answer of the reference', async (capture) => {
    const answer = await answered(capture);
    const body = Buffer.from(await answer.arrayBuffer());
    const decided = EXPORT_ANSWERS[capture.name];
    expect(answer.status).toBe(decided?.status ?? capture.status);
    if (decided) return expect(JSON.parse(body.toString())).toMatchObject(decided.members ?? {});

    for (const [header, value] of nonEmpty(Object.entries(capture.headers))) {
      const ours = answer.headers.get(header);
      if (VARYING.includes(header)) expect([header, ours]).toEqual([header, expect.stringMatching(/^\d+$/)]);
      else if (!(header in EXPORT_HEADERS)) expect([header, ours]).toEqual([header, value]);
    }
    expect(withoutCharset(answer.headers.get('content-type'))).toBe(capture.headers['content-type']);
    await compare(capture, answer, body);
  });
});

async function compare(
  { request, status, headers, body }: CapturedExport,
  answer: Response,
  bytes: Buffer,
): Promise<void> {
  if (status !== 200) {
    const message = textAt(body, 'error.message');
    return expect(JSON.parse(bytes.toString())).toEqual(problem(status, message));
  }
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  const [kind = '', , , format = ''] = request.path.split('/').slice(2);
  const text = bytes.toString();
  if (format === 'zip') await compareArchives(bytes, archiveOf(kind.slice(0, -1)));
  else if (format === 'pdf') expect(text.slice(0, 5)).toBe('%PDF-');
  // Captures keep only the head of a document. Its look differs on purpose; its title must not.
  else if (format === 'html') expect(titleOf(text)).toBe(titleOf(String(body)));
  else {
    expect(text).toBe(body);
    expect(bytes.length).toBe(Number(headers['content-length']));
  }
}

/** JSON is always UTF-8, so the charset is optional. */
const withoutCharset = (value: string | null): string | undefined => value?.replace(/; charset=utf-8$/, '');

const titleOf = (html: string): string | undefined => /<title>(.*)<\/title>/.exec(html)?.[1];

/** Compares archives without their random file names, time and instance. */
async function compareArchives(ours: Buffer, theirs: Buffer): Promise<void> {
  // Compared as text: the order of members counts.
  expect(JSON.stringify(await meaningOf(ours), null, 1)).toBe(JSON.stringify(await meaningOf(theirs), null, 1));
  expect(await shapeOf(ours)).toEqual(await shapeOf(theirs));
}

/** The raw data of an archive; values that differ between archives are reduced to their form. */
async function shapeOf(archive: Buffer): Promise<unknown> {
  const form = (text: string) => text.replaceAll(/[A-Za-z0-9]+/g, 'x');
  const told = (key: string, value: unknown): unknown => {
    if (key === 'version') return 'x';
    return ['file', 'exported_at', 'id'].includes(key) && typeof value === 'string' ? form(value) : value;
  };
  const shape: unknown = JSON.parse(JSON.stringify(await dataOf(archive)), told);
  return shape;
}
