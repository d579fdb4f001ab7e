import { Additions, compareShape, describeWithReference, type TestApi } from '@almanac/testing';
import { member } from '../../testing/answers';
import { type Capture, CAPTURES, readCaptures } from './captures';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { ANSWERS, LEFT_OUT, leftOutOf } from './reference-deviations';
import { CAPTURED_BASE } from './reference-files';
import { MISSING, ReferenceWorld } from './reference-world';

/** Captures with a random file name, with pages of the reference's own data, or with the bytes of a file. */
const OF_OTHER_DATA =
  /^(pages-create-base64-image|pages-create-link-to-page-references|image-gallery-read-data|image-gallery-url-data)$/;

const captures = readCaptures();

const additions = new Additions(captures.map(({ body }) => body));

let app: ContentApp;
let world: ReferenceWorld;
const callers: Record<string, Person> = {};
beforeAll(async () => {
  if (captures.length === 0) return;
  app = await startContent();
  world = new ReferenceWorld(app);
  callers['editor'] = await app.given.editor();
  callers['admin'] = await app.given.admin();
  callers['viewer'] = await app.given.viewer();
  callers['auditor'] = await app.given.user({ permissions: ['settings-manage', 'users-manage'] });
  callers['blind'] = await app.given.user();
  callers['expired'] = await app.given.user({ expiresAt: '2020-01-01' });
  callers['shut out'] = await app.given.user({ api: false });
});
afterAll(() => (captures.length === 0 ? undefined : app.close()));

function callerOf({ name }: Capture): Person | undefined {
  if (/denied|as-viewer/.test(name)) return callers['viewer'];
  if (/hidden-from-user|list-empty/.test(name)) return callers['blind'];
  if (name.startsWith('auth-expired')) return callers['expired'];
  if (name.startsWith('route-id-')) return callers['admin'];
  if (name.startsWith('audit-log')) return callers['auditor'];
  return callers[name === 'auth-user-without-access-api' ? 'shut out' : 'editor'];
}

/** The captured headers with a token of a test user. */
function sender(capture: Capture): TestApi {
  const [id = '', secret = ''] = (callerOf(capture)?.token ?? ':').split(':');
  const { 'Content-Type': type = '', Authorization, ...headers } = capture.headers;
  const authorization = Authorization?.replace('<token_id>', id).replace('<secret>', secret);
  const sent: Record<string, string> = { ...headers };
  if (type !== '' && !type.startsWith('multipart/')) sent['content-type'] = type;
  if (authorization !== undefined) sent['authorization'] = authorization;
  return app.api.with(sent);
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The captures do not contain the bytes of such a body. */
const LATIN_1 = new Blob([Buffer.from('{"name":"caf\u00e9"}', 'latin1')]);

/** The captured body with ids of items in this test. */
async function bodyOf({ requestBody, body, method, name }: Capture) {
  if (name === 'books-create-charset-latin1') return LATIN_1;
  const parts = member(requestBody, 'multipart');
  if (typeof parts === 'object' && parts !== null) return form({ ...parts, ...(await ownPage(parts)) });
  if (typeof requestBody !== 'object' || requestBody === null)
    return typeof requestBody === 'string' && method !== 'GET' ? requestBody : undefined;
  const copy: Record<string, unknown> = { ...requestBody, ...(await ownPage(requestBody)) };
  for (const [key, kind] of [
    ['book_id', 'books'],
    ['chapter_id', 'chapters'],
  ] as const) {
    const wanted = copy[key];
    if (typeof wanted === 'number') copy[key] = await world.item(kind, {}, '', wanted);
  }
  if (typeof copy['page_id'] === 'number' && copy['page_id'] !== MISSING)
    copy['page_id'] = await world.commentedPage(Number(member(body, 'local_id') ?? 1));
  const wantsTemplate = typeof copy['default_template_id'] === 'number' && member(body, 'default_template_id') !== null;
  if (wantsTemplate) copy['default_template_id'] = (await app.given.page({ template: true })).id;
  return name.startsWith('list-') ? undefined : JSON.stringify(copy);
}

/** A page of this test instead of the captured one that a file is uploaded to. */
async function ownPage(body: object): Promise<{ uploaded_to?: number }> {
  const wanted = Number(member(body, 'uploaded_to') ?? Number.NaN);
  return Number.isNaN(wanted) ? {} : { uploaded_to: await world.item('pages', {}, '', wanted) };
}

/** Captured files up to this size in bytes are too small for a valid image. */
const SMALLEST_IMAGE = 50;

function form(parts: object): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(parts)) {
    const [, file, type, size] = /^<file (.+) (\S+) (\d+) bytes>$/.exec(String(value)) ?? [];
    if (file === undefined) data.set(key, String(value));
    else
      data.set(
        key,
        new Blob([type === 'image/png' && Number(size) > SMALLEST_IMAGE ? new Uint8Array(PNG) : 'hello']),
        file,
      );
  }
  return data;
}

/** The body with the base URL of this app instead of the reference's. */
const asHere = (body: unknown): unknown => JSON.parse(JSON.stringify(body).replaceAll(CAPTURED_BASE, app.baseUrl));

async function replay(capture: Capture) {
  const [, kind = '', id, rest = ''] =
    /^\/api\/(shelves|books|chapters|pages|comments|attachments|image-gallery)\/(\d+)(\/data)?$/.exec(capture.path) ??
    [];
  const path =
    id === undefined
      ? capture.path
      : `/api/${kind}/${await world.item(kind, capture.status === 200 ? asHere(capture.body) : {}, capture.name, Number(id))}${rest}`;
  return sender(capture).send(capture.method, path, await bodyOf(capture));
}

/** Captured lists contain other data, so only the types of their members are compared. */
const KINDS = 'string|number|boolean|array|object|null';
const IN_KIND = new RegExp(`: missing$|: (${KINDS}), captured (${KINDS})$`);
const OF_DATA = /^data\.\d+\.(cover|image_id|chapter_id|description)\b/;

/** A priority from the server depends on other items. */
const VARYING: [when: (capture: Capture) => boolean, line: string][] = [
  [({ name, requestBody }) => name.includes('-create') && member(requestBody, 'priority') === undefined, 'priority: '],
  // Attachments are in the order in which their page got them.
  [({ name }) => name.startsWith('attachments-'), 'order: '],
  // New images are in a folder named after the current month.
  [({ name }) => name.startsWith('image-gallery-create'), 'thumbs.'],
  [({ name }) => name.startsWith('image-gallery-create'), 'content.'],
];

/** A write answers with the name that it was given. Some captured requests hold only the start of a long name. */
const namesGivenBy = ({ requestBody, body }: Capture): string[] =>
  member(requestBody, 'name') === member(body, 'name') ? ['name'] : [];

function differences(capture: Capture, ours: unknown): string[] {
  const found = compareShape(asHere(capture.body), ours, {
    exact: namesGivenBy(capture),
    ignore: [...Object.keys(LEFT_OUT), ...leftOutOf(capture.status)],
  });
  if (typeof member(capture.body, 'total') === 'number')
    return found.filter((line) => IN_KIND.test(line) && !OF_DATA.test(line));
  const lines = VARYING.filter(([when]) => when(capture)).map(([, line]) => line);
  return found.filter((line) => !lines.some((start) => line.startsWith(start)));
}

const chosen = captures.filter(({ name }) => !OF_OTHER_DATA.test(name) && !(name in ANSWERS));
const decided = captures.filter(({ name }) => !OF_OTHER_DATA.test(name) && name in ANSWERS);

describeWithReference(CAPTURES, 'the answers captured from the reference', () => {
  it.each(chosen.map((capture) => [capture.name, capture] as const))('match ours for %s', async (_name, capture) => {
    const { status, body, text } = await replay(capture);
    expect({ status, differences: capture.body === null ? text : differences(capture, body) }).toEqual({
      status: capture.status,
      differences: capture.body === null ? '' : [],
    });
    expect(additions.undocumentedIn(body)).toEqual([]);
  });

  it.each(decided.map((capture) => [capture.name, capture] as const))(
    'differ from ours on purpose for %s',
    async (name, capture) => {
      expect((await replay(capture)).status).toBe(ANSWERS[name]?.status);
    },
  );
});
