import JSZip from 'jszip';
import { idOf, member, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { multipart, picture } from '../../testing/uploads';
import { readPdf } from './pdf/testing/read-pdf';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
const SIZE = 40;
const NOTHING = { inheriting: false, view: false, create: false, update: false, delete: false };

let app: ContentApp;
let admin: Person;
beforeAll(async () => {
  app = await startContent({ STORAGE_IMAGE_TYPE: 'local_secure_restricted' });
  admin = await app.given.admin();
});
afterAll(() => app.close());

async function download(what: string, format: string, { token }: Person): Promise<ArrayBuffer> {
  const headers = { authorization: `Token ${token}` };
  const answer = await fetch(new URL(`/api/${what}/export/${format}`, app.api.baseUrl), { headers });
  if (answer.status !== 200) throw new Error(`the export was answered with ${answer.status}`);
  return answer.arrayBuffer();
}

const archived = async (bytes: ArrayBuffer) => {
  const zip = await JSZip.loadAsync(bytes);
  return { data: (await zip.file('data.json')?.async('string')) ?? '', files: zip.file(/^files\//) };
};

describe.each(['html', 'plaintext', 'markdown', 'zip'])('an export as %s', (format) => {
  const textOf = async (what: string, reader: Person) => {
    const bytes = await download(what, format, reader);
    return format === 'zip' ? (await archived(bytes)).data : Buffer.from(bytes).toString();
  };

  it('omits drafts from books and chapters, also those of the caller', async () => {
    const author = await app.given.user({ permissions: READING });
    const { id: bookId } = await app.given.book();
    const { id: chapterId } = await app.given.chapter({ bookId });
    for (const place of [{ bookId }, { bookId, chapterId }]) {
      await app.given.page({ ...place, name: 'Unfinished', draft: true, ownedBy: author.id });
      await app.given.page({ ...place, name: 'Finished', ownedBy: author.id });
    }
    for (const what of [`books/${bookId}`, `chapters/${chapterId}`]) {
      const text = await textOf(what, author);
      expect(text).toContain('Finished');
      expect(text).not.toContain('Unfinished');
    }
  });
});

describe.each(['html', 'pdf', 'zip'])('an export as %s with private images', (format) => {
  // Chromium draws an icon of another size in place of a missing image.
  const isOurs = (width: number) => width === SIZE;
  /** The number of images in the file. */
  const imagesIn = async (what: string, reader: Person): Promise<number> => {
    const bytes = await download(what, format, reader);
    if (format === 'pdf')
      return (await readPdf(bytes)).pages.flatMap(({ imageWidths }) => imageWidths).filter(isOurs).length;
    if (format === 'zip') return (await archived(bytes)).files.length;
    return Buffer.from(bytes).toString().split('src="data:image/').length - 1;
  };

  async function uploadedTo(pageId: number): Promise<string> {
    const fields = { type: 'gallery', uploaded_to: pageId, name: 'Image' };
    const form = multipart(fields, { image: { content: await picture(SIZE, SIZE), name: 'image.png' } });
    return textAt((await app.api.as(admin).post('/api/image-gallery', form)).body, 'url');
  }

  it('has those of pages that the caller sees, and no others', async () => {
    const reader = await app.given.user({ permissions: READING });
    const [hidden, open] = [await app.given.page(), await app.given.page()];
    const urls = [await uploadedTo(hidden.id), await uploadedTo(open.id)];
    const html = urls.map((url) => `<p><img src="${url}" alt="x"></p>`).join('');
    const { id: bookId } = await app.given.book();
    const { body } = await app.api.as(admin).post('/api/pages', { book_id: bookId, name: 'Shows both', html });
    const including = await app.given.page({ html: `<p>{{@${idOf(body)}}}</p>` });
    const hiding = `/api/content-permissions/page/${hidden.id}`;
    const { status } = await app.api.as(admin).put(hiding, { fallback_permissions: NOTHING });
    expect([status, member(body, 'draft')]).toEqual([200, false]);
    for (const what of [`pages/${idOf(body)}`, `books/${bookId}`, `pages/${including.id}`])
      expect([what, await imagesIn(what, reader), await imagesIn(what, admin)]).toEqual([what, 1, 2]);
  });
});
