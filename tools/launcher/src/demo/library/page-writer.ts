import { readFileSync } from 'node:fs';
import path from 'node:path';
import { idOf, member } from '../api/answers';
import type { DemoApi } from '../api/demo-api';
import type { DemoAuthors } from '../people/demo-authors';
import type { DemoPage } from './books/demo-book';
import type { PageTexts } from './page-texts';

const FILES = path.join(__dirname, 'files');

/** Writes pages as their authors, with revisions, comments and attachments. */
export class PageWriter {
  constructor(
    private readonly authors: DemoAuthors,
    private readonly texts: PageTexts,
    /** Ids by name. */
    private readonly known: Map<string, number>,
  ) {}

  /** Creates a missing page with its earliest text, and changes it up to the present one. */
  async write(page: DemoPage, place: object): Promise<number> {
    const existing = this.known.get(page.name);
    if (existing !== undefined) return existing;
    const { name, by, tags = {}, isTemplate, earlier = [], summary } = page;
    const texts = [
      ...earlier.map((text) => ({
        by: text.by,
        changelog: text.summary,
        ...this.texts.of(page, this.known, text.wordings),
      })),
      { by, ...(summary && { changelog: summary }), ...this.texts.of(page, this.known) },
    ];
    const [{ by: author, ...first } = { by }, ...changes] = texts;
    const id = await this.authors.of(author).create('/api/pages', {
      ...place,
      name,
      ...first,
      tags: Object.entries(tags).map(([tag, value]) => ({ name: tag, value })),
      ...(isTemplate && { template: true }),
    });
    for (const { by: editor, ...text } of changes) await this.authors.of(editor).change(`/api/pages/${id}`, text);
    this.known.set(name, id);
    return id;
  }

  /** Adds comments and attachments where a page has none. */
  async addExtras(admin: DemoApi, pages: readonly DemoPage[]): Promise<void> {
    const commented = await idsOfPages(admin, '/api/comments?count=500', 'commentable_id');
    const equipped = await idsOfPages(admin, '/api/attachments?count=500', 'uploaded_to');
    const each = pages.map(async (page) => {
      const id = this.known.get(page.name) ?? 0;
      if (!commented.has(id)) await this.comment(id, page);
      if (!equipped.has(id)) await this.attach(id, page);
    });
    await Promise.all(each);
  }

  private async comment(id: number, { comments = [] }: DemoPage): Promise<void> {
    for (const { by, html, replies = [], archived } of comments) {
      const comment = await this.authors.of(by).post('/api/comments', { page_id: id, html });
      const reply_to = idOf(comment, 'local_id');
      for (const reply of replies)
        await this.authors.of(reply.by).post('/api/comments', { page_id: id, html: reply.html, reply_to });
      // Archiving changes the comment of another person, which only an administrator may.
      if (archived) await this.authors.of('ingrid').change(`/api/comments/${idOf(comment)}`, { archived });
    }
  }

  private async attach(id: number, { by, attachments = [] }: DemoPage): Promise<void> {
    for (const attachment of attachments) {
      const form = new FormData();
      form.set('name', attachment.name);
      form.set('uploaded_to', String(id));
      if ('link' in attachment) form.set('link', attachment.link);
      else form.set('file', new Blob([readFileSync(path.join(FILES, attachment.file))]), attachment.file);
      await this.authors.of(by).create('/api/attachments', form);
    }
  }
}

async function idsOfPages(api: DemoApi, path: string, name: string): Promise<Set<unknown>> {
  return new Set((await api.list(path)).map((item) => member(item, name)));
}
