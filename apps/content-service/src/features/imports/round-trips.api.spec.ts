import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeWithReference } from '@almanac/testing';
import Ajv from 'ajv';
import fc from 'fast-check';
import sharp from 'sharp';
import { Image } from '../../content/images/image.entity';
import schema from '../../../../../docs/portable-zip.schema.json';
import { textAt } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { CAPTURES } from '../../contracts/reference/captures';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { movingPng, multipart, picture } from '../../testing/uploads';
import { dataOf, exported, imported, meaningOf } from './testing/portable';

let app: ContentApp;
let admin: Person;
let photo: Buffer;
const validate = new Ajv({
  allErrors: true,
  formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
}).compile(schema);
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await app.given.admin();
  photo = await picture();
});
afterAll(() => app.close());

/** Validates against the schema in docs/. */
const faultsOf = (data: unknown): string[] =>
  validate(data) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

const name = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .map((text) => `n${text.replaceAll('\0', '')}`);
const tags = fc.array(
  fc.record({ name, value: fc.string({ maxLength: 10 }).map((text) => text.replaceAll('\0', '')) }),
  { maxLength: 3 },
);

interface Shape {
  name: string;
  tags: { name: string; value: string }[];
  isMarkdown: boolean;
  words: string;
  /** Numbers of the linked pages. */
  links: number[];
  shows: boolean;
  attaches: string[];
}

const shape: fc.Arbitrary<Shape> = fc.record({
  name,
  tags,
  isMarkdown: fc.boolean(),
  words: fc.string({ maxLength: 30, unit: fc.constantFrom('a', 'b', 'ä', 'ß', ' ', '☃', '.', ',', '!') }),
  links: fc.array(fc.nat(5), { maxLength: 3 }),
  shows: fc.boolean(),
  attaches: fc.array(fc.constantFrom('link', 'file'), { maxLength: 3 }),
});

interface BookShape {
  name: string;
  tags: Shape['tags'];
  covered: boolean;
  chapters: { name: string; tags: Shape['tags']; pages: Shape[] }[];
  pages: Shape[];
}

const few = { maxLength: 2 };
const chapter = fc.record({ name, tags, pages: fc.array(shape, few) });
const book: fc.Arbitrary<BookShape> = fc.record({
  name,
  tags,
  covered: fc.boolean(),
  chapters: fc.array(chapter, few),
  pages: fc.array(shape, few),
});

/** No existing item has such an id, so that broken links stay broken in the next archive. */
const FAR_OFF = 1_000_000;

/** The shape as `data.json`. Pages are numbered in order; links beyond the last page lead out of the archive. */
function archived(generated: BookShape) {
  let pages = FAR_OFF;
  const page = ({ name: title, tags: own, isMarkdown, words, links, shows, attaches }: Shape) => {
    const id = (pages += 1);
    const targets = links.map((link) => `[[bsexport:page:${FAR_OFF + link + 1}]]`);
    const image = `[[bsexport:image:${id}]]`;
    const html = `<p>${words}</p>${targets.map((to) => `<p><a href="${to}">to</a></p>`).join('')}${shows ? `<p><img src="${image}" alt="i"></p>` : ''}`;
    const markdown = [`# T${words}`, ...targets.map((to) => `[to](${to})`), ...(shows ? [`![i](${image})`] : [])].join(
      '\n\n',
    );
    return {
      id,
      name: title,
      ...(isMarkdown ? { markdown } : { html }),
      priority: id,
      attachments: attaches.map((kind, n) => ({
        name: `a${n}`,
        ...(kind === 'link' ? { link: 'https://example.com/x' } : { file: 'note.txt' }),
      })),
      images: shows ? [{ id, name: 'i', file: 'photo.png', type: 'gallery' }] : [],
      tags: own,
    };
  };
  const chapters = generated.chapters.map(({ pages: inside, ...rest }, n) => ({
    id: n + 1,
    priority: n,
    ...rest,
    description_html: `<p>about ${n}</p>`,
    pages: inside.map(page),
  }));
  const cover = generated.covered ? { cover: 'photo.png' } : {};
  return {
    book: {
      id: 1,
      name: generated.name,
      description_html: '<p>about</p>',
      ...cover,
      chapters,
      pages: generated.pages.map(page),
      tags: generated.tags,
    },
  };
}

it('repeated imports and exports keep the content of a book and match the schema', async () => {
  await fc.assert(
    fc.asyncProperty(book, async (generated) => {
      const source = await archiveOf(archived(generated), { 'photo.png': photo, 'note.txt': 'a note' });
      const first = await exported(app, admin, 'books', await imported(app, admin, source));
      const second = await exported(app, admin, 'books', await imported(app, admin, first));
      expect(await meaningOf(second)).toEqual(await meaningOf(first));
      for (const archive of [source, first]) expect(faultsOf(await dataOf(archive))).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

it('an export followed by an import converts an AVIF image to WebP and keeps its references', async () => {
  const page = await app.given.page();
  const form = multipart(
    { type: 'gallery', uploaded_to: page.id },
    { image: { content: await picture(40, 30, 'avif'), name: 'photo.avif' } },
  );
  const image = (await app.api.as(admin).post('/api/image-gallery', form)).body;
  const html = `<p><a href="${textAt(image, 'url')}"><img src="${textAt(image, 'thumbs.display')}" alt="photo"></a></p>`;
  await app.api.as(admin).put(`/api/pages/${page.id}`, { html });

  const archive = await exported(app, admin, 'pages', page.id);
  const copy = await imported(app, admin, archive, { parent_type: 'book', parent_id: page.bookId });
  // Covers are uploaded to books, whose ids are counted separately.
  const stored = await app.database.source.getRepository(Image).findOneBy({ uploadedTo: copy, type: 'gallery' });
  expect(stored?.path).toMatch(/\.webp$/);
  const file = await sharp(path.join(app.storage, stored?.path ?? '')).metadata();
  expect(file).toMatchObject({ format: 'webp', width: 40, height: 30 });
  const shown = textAt((await app.api.as(admin).get(`/api/pages/${copy}`)).body, 'html');
  expect(shown.match(/uploads\/images\/[^"]+/g)).toHaveLength(2);
  expect(shown).toContain(path.basename(stored?.path ?? ''));
  expect(await meaningOf(await exported(app, admin, 'pages', copy))).toMatchObject({
    page: { images: [{ name: 'photo.avif' }] },
  });
});

const archives = existsSync(CAPTURES) ? readdirSync(CAPTURES).filter((file) => file.endsWith('.zip')) : [];
describeWithReference(CAPTURES, 'an archive of the reference', () => {
  it.each(archives)('keeps its content through import and export: %s', async (file) => {
    const source = readFileSync(path.join(CAPTURES, file));
    const kind = (/(book|chapter|page)\.zip$/.exec(file)?.[1] ?? 'page') as 'book' | 'chapter' | 'page';
    const parent = kind === 'book' ? {} : { parent_type: 'book', parent_id: (await app.given.book()).id };
    const copy = await exported(app, admin, `${kind}s`, await imported(app, admin, source, parent));
    const unplaced = (meaning: unknown) => JSON.stringify(meaning).replaceAll(/"priority":\d+/g, '"priority":0');
    expect(unplaced(await meaningOf(copy))).toBe(unplaced(await meaningOf(source)));
  });
});

it.each([
  ['nothing to import', {}],
  ['a page without a name', { page: { html: '<p>x</p>' } }],
  ['an attachment without a file', { page: { name: 'x', attachments: [{ name: 'a' }] } }],
  ['chapters that are no list', { book: { name: 'x', chapters: 'y' } }],
])('the schema and the import both reject %s', async (_what, data) => {
  expect(faultsOf(data)).not.toEqual([]);
  expect((await uploadArchive(app, admin, await archiveOf(data))).status).toBe(422);
});

it('takes an animated PNG, which a ZIP file holds as image and as cover', async () => {
  const moving = await movingPng();
  const page = {
    id: 1,
    name: 'Film',
    html: '<p>x</p>',
    images: [{ id: 1, name: 'Moves', file: 'moving', type: 'gallery' }],
  };
  const archive = await archiveOf({ book: { id: 1, name: 'Films', cover: 'moving', pages: [page] } }, { moving });
  const book = await imported(app, admin, archive);
  const { body } = await app.api.as(admin).get('/api/image-gallery?filter[name]=Moves');
  expect(body).toMatchObject({ total: 1, data: [{ path: expect.stringMatching(/\.png$/) }] });
  expect((await app.api.as(admin).get(`/api/books/${book}`)).body).toMatchObject({ cover: { name: 'moving' } });
});
