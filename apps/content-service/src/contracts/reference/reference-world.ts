import { Comment } from '../../content/comments/comment.entity';
import type { ContentApp } from '../../testing/content-app';
import { member } from '../../testing/answers';
import { fileAsCaptured } from './reference-files';

/** The id of missing items in the captures. */
export const MISSING = 99_999;
const GONE = /read-deleted(-comment)?$|delete-again$/;

const text = (body: unknown, key: string): string | undefined =>
  typeof member(body, key) === 'string' ? String(member(body, key)) : undefined;
const number = (body: unknown, key: string): number | undefined =>
  typeof member(body, key) === 'number' ? Number(member(body, key)) : undefined;
const list = (body: unknown, key: string): unknown[] => {
  const items = member(body, key);
  return Array.isArray(items) ? items : [];
};
const defined = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Partial<T> => {
  const copy: Partial<T> = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) copy[key] = value;
  }
  return copy;
};

/**
 * Creates items like those of a captured response, so that the same request must get the same response.
 * For an update the item already has the new values, which does not matter for the shape of the response.
 */
export class ReferenceWorld {
  constructor(private readonly app: ContentApp) {}

  /** Creates an item of this kind that reads like the captured response. @returns its id, or an unknown id if the capture needs one */
  async item(kind: string, captured: unknown, capture: string, requestedId: number): Promise<number> {
    if (requestedId === MISSING || GONE.test(capture)) return 999_999;
    if (kind === 'attachments' || kind === 'image-gallery')
      return fileAsCaptured(this.app, kind, captured, requestedId);
    const { given } = this.app;
    if (kind === 'comments') return this.comment(capture.endsWith('archive-reply') ? { parent_id: 1 } : captured);
    const described = defined({
      description: text(captured, 'description'),
      descriptionHtml: text(captured, 'description_html'),
    });
    const named = defined({ name: text(captured, 'name') || undefined, priority: number(captured, 'priority') });
    if (kind === 'shelves')
      return this.tagged('shelf_id', (await this.shelf({ ...described, ...named }, captured)).id, captured);
    if (kind === 'books')
      return this.tagged('book_id', await this.book({ ...described, ...named }, captured), captured);
    const moved = /-move-|both-parents/.test(capture);
    if (kind === 'chapters') {
      const chapter = await given.chapter({ ...described, ...named });
      for (const page of list(captured, 'pages'))
        await given.page({ bookId: chapter.bookId, chapterId: chapter.id, ...inList(page) });
      return this.tagged('chapter_id', chapter.id, captured);
    }
    const chapter = number(captured, 'chapter_id') === undefined || moved ? undefined : await given.chapter();
    const page = await given.page({
      ...named,
      ...inList(captured),
      ...defined({ html: text(captured, 'raw_html'), markdown: text(captured, 'markdown') }),
      ...(chapter ? { bookId: chapter.bookId, chapterId: chapter.id } : {}),
      revisionCount: (number(captured, 'revision_count') ?? 1) - (capture.startsWith('pages-update') ? 1 : 0),
    });
    for (const node of [...list(captured, 'comments.active'), ...list(captured, 'comments.archived')])
      await this.commentOn(page.id, member(node, 'comment'));
    return this.tagged('page_id', page.id, captured);
  }

  /** Creates a page whose next comment gets this number. @returns its id */
  async commentedPage(nextLocalId: number): Promise<number> {
    const page = await this.app.given.page();
    for (let localId = 1; localId < nextLocalId; localId++) await this.commentOn(page.id, { local_id: localId });
    return page.id;
  }

  /** Creates the comment with its replies on a new page. */
  private async comment(captured: unknown): Promise<number> {
    const page = await this.app.given.page();
    const id = await this.commentOn(page.id, captured);
    for (const reply of list(captured, 'replies')) await this.commentOn(page.id, reply);
    return id;
  }

  private async commentOn(pageId: number, captured: unknown): Promise<number> {
    const comment: Comment = this.app.database.manager.create(Comment, {
      ...{
        pageId,
        localId: number(captured, 'local_id') ?? 1,
        parentId: number(captured, 'parent_id') ?? null,
        createdBy: 1,
        updatedBy: 1,
      },
      ...{
        html: text(captured, 'html') ?? '',
        contentRef: text(captured, 'content_ref') ?? '',
        archived: member(captured, 'archived') === true,
      },
    });
    await this.app.database.manager.insert(Comment, comment);
    return comment.id;
  }

  private async shelf(fields: object, captured: unknown) {
    const shelf = await this.app.given.shelf(fields);
    for (const [position, book] of list(captured, 'books').entries()) {
      const { id } = await this.app.given.book(defined({ description: text(book, 'description') }));
      await this.app.database.query('INSERT INTO shelf_books (shelf_id, book_id, position) VALUES ($1, $2, $3)', [
        shelf.id,
        id,
        position,
      ]);
    }
    await this.cover('shelves', shelf.id, captured);
    return shelf;
  }

  private async book(fields: object, captured: unknown): Promise<number> {
    const { given, database } = this.app;
    const { id } = await given.book(fields);
    for (const entry of list(captured, 'contents')) {
      const place = { bookId: id, ...defined({ priority: number(entry, 'priority') }) };
      if (member(entry, 'type') === 'page') {
        await given.page({ ...place, ...inList(entry) });
        continue;
      }
      const chapter = await given.chapter(place);
      for (const page of list(entry, 'pages')) await given.page({ bookId: id, chapterId: chapter.id, ...inList(page) });
    }
    for (const [position] of list(captured, 'shelves').entries()) {
      const shelf = await given.shelf();
      await database.query('INSERT INTO shelf_books (shelf_id, book_id, position) VALUES ($1, $2, $3)', [
        shelf.id,
        id,
        position,
      ]);
    }
    await this.cover('books', id, captured);
    return id;
  }

  private async cover(table: 'books' | 'shelves', id: number, captured: unknown): Promise<void> {
    const cover = member(captured, 'cover');
    if (typeof cover !== 'object' || cover === null) return;
    const sql = `WITH image AS (INSERT INTO images (name, path, type, uploaded_to, created_by, updated_by) VALUES ('cover.png', $2, $3, $1, 1, 1) RETURNING id)
      UPDATE ${table} SET image_id = image.id FROM image WHERE ${table}.id = $1`;
    await this.app.database.query(sql, [id, `/uploads/images/${table}/${id}.png`, text(cover, 'type')]);
  }

  private async tagged(key: string, id: number, captured: unknown): Promise<number> {
    for (const tag of list(captured, 'tags')) {
      await this.app.database.query(`INSERT INTO tags (${key}, name, value) VALUES ($1, $2, $3)`, [
        id,
        text(tag, 'name'),
        text(tag, 'value'),
      ]);
    }
    return id;
  }
}

const EDITORS = ['wysiwyg', 'wysiwyg2024', 'markdown'] as const;
const inList = (page: unknown) =>
  defined({
    priority: number(page, 'priority'),
    revisionCount: number(page, 'revision_count'),
    template: member(page, 'template') === true,
    editor: EDITORS.find((editor) => editor === member(page, 'editor')),
  });
