import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import JSZip from 'jszip';
import { numberAt, textAt } from '../../../testing/answers';
import type { ContentApp } from '../../../testing/content-app';

type Item = Record<string, unknown>;

const IMAGE = '/uploads/images/gallery/2026-11/bcxphoto.png';
const DISPLAYED = '/uploads/images/gallery/2026-11/scaled-1680-/bcxphoto.png';

const listOf = (item: Item, key: string): Item[] => {
  const list: unknown = item[key];
  return Array.isArray(list) ? list.filter((entry): entry is Item => typeof entry === 'object' && entry !== null) : [];
};
const slugOf = (item: Item): string => textAt(item, 'name').toLowerCase().replaceAll(' ', '-');
const named = (item: Item) => ({ id: numberAt(item, 'id'), name: textAt(item, 'name'), slug: slugOf(item) });
const described = (item: Item) => {
  const descriptionHtml = textAt(item, 'description_html');
  return { ...named(item), descriptionHtml, description: descriptionHtml.replaceAll(/<[^>]+>/g, '') };
};

/** Recreates the book in an archive, with the same ids, files and addresses. */
export class ArchivedWorld {
  private readonly addresses = new Map<string, string>();

  private constructor(
    private readonly app: ContentApp,
    private readonly files: JSZip,
  ) {}

  static async make(app: ContentApp, archive: Uint8Array): Promise<void> {
    const files = await JSZip.loadAsync(archive);
    const { book }: { book: Item } = JSON.parse((await files.file('data.json')?.async('string')) ?? '');
    await new ArchivedWorld(app, files).make(book);
  }

  private async make(book: Item): Promise<void> {
    const bookId = numberAt(book, 'id');
    const below = `${this.app.baseUrl}/books/${slugOf(book)}`;
    const chapters = listOf(book, 'chapters');
    for (const chapter of chapters)
      this.addresses.set(`chapter:${numberAt(chapter, 'id')}`, `${below}/chapter/${slugOf(chapter)}`);
    for (const page of [book, ...chapters].flatMap((parent) => listOf(parent, 'pages')))
      this.addresses.set(`page:${numberAt(page, 'id')}`, `${below}/page/${slugOf(page)}`);

    await this.app.given.book(described(book));
    await this.tag('book', book);
    for (const chapter of chapters) {
      await this.app.given.chapter({ ...described(chapter), bookId, priority: numberAt(chapter, 'priority') });
      await this.tag('chapter', chapter);
      for (const page of listOf(chapter, 'pages')) await this.page(page, bookId, numberAt(chapter, 'id'));
    }
    for (const page of listOf(book, 'pages')) await this.page(page, bookId, null);
  }

  private async page(page: Item, bookId: number, chapterId: number | null): Promise<void> {
    const { html, markdown = '', id: pageId } = page;
    const texts = { html: this.resolved(String(html)), markdown: this.resolved(String(markdown)) };
    await this.app.given.page({ ...named(page), ...texts, priority: numberAt(page, 'priority'), bookId, chapterId });
    await this.tag('page', page);
    for (const [place, { id, name, link, file }] of listOf(page, 'attachments').entries()) {
      const key = typeof file === 'string' ? `uploads/files/2026-11/${file}` : undefined;
      if (typeof file === 'string' && key !== undefined) await this.store(key, file);
      await this.app.database.query(
        `INSERT INTO attachments (id, page_id, name, extension, external, path, "order") VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, pageId, name, key === undefined ? '' : 'txt', key === undefined, key ?? link, place],
      );
    }
    for (const image of listOf(page, 'images')) {
      await this.store(IMAGE, textAt(image, 'file'));
      const sql = 'INSERT INTO images (id, name, path, type, uploaded_to) VALUES ($1, $2, $3, $4, $5)';
      await this.app.database.query(sql, [image['id'], image['name'], IMAGE, image['type'], pageId]);
    }
  }

  /** Pages show the scaled image and link to the original. */
  private resolved(text: string): string {
    return text
      .replaceAll(/src="\[\[bsexport:image:\d+\]\]/g, `src="${this.app.baseUrl}${DISPLAYED}`)
      .replaceAll(/\[\[bsexport:image:\d+\]\]/g, `${this.app.baseUrl}${IMAGE}`)
      .replaceAll(
        /\[\[bsexport:(\w+:\d+)\]\]/g,
        (reference, target: string) => this.addresses.get(target) ?? reference,
      );
  }

  private async tag(type: 'book' | 'chapter' | 'page', item: Item): Promise<void> {
    for (const { name, value } of listOf(item, 'tags'))
      await this.app.database.query(`INSERT INTO tags (${type}_id, name, value) VALUES ($1, $2, $3)`, [
        item['id'],
        name,
        value,
      ]);
  }

  private async store(key: string, file: string): Promise<void> {
    const place = path.join(this.app.storage, key);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, (await this.files.file(`files/${file}`)?.async('nodebuffer')) ?? '');
  }
}
