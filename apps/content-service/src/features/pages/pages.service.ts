import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { requireMatch, type Unchecked } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { bookOf, chapterOf, ContentTree, type ParentIds } from '../../content/content-tree/content-tree';
import type { Page } from '../../content/items/page.entity';
import { lockBooks } from '../../content/kinds/lock-books';
import { SlugService } from '../../content/slugs/slug.service';
import { TrashService } from '../../content/trash/trash.service';
import { PagePresenter } from './page.presenter';
import { PageWriter, templateAfterSave } from './page-writer';
import type { CreatePageDto, UpdatePageDto } from './pages.dto';
import { PagesRepository } from './pages.repository';

type Place = Pick<Page, 'bookId' | 'chapterId' | 'slug' | 'slugRank'>;

/** Reads and changes pages, also their place and name (content-behaviour §6.4, §6.9). */
@Injectable()
export class PagesService {
  constructor(
    private readonly database: Database,
    private readonly pages: PagesRepository,
    private readonly tree: ContentTree,
    private readonly slugs: SlugService,
    private readonly writer: PageWriter,
    private readonly presenter: PagePresenter,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
  ) {}

  async list(query: ListQuery, include: Includes, actor: Actor) {
    return this.presenter.presentList(await this.pages.list(boundedPage(query, include), actor), include, actor);
  }

  async read(id: number, include: Includes, actor: Actor) {
    return this.presenter.presentRead(await this.pages.find(id, actor), actor, include);
  }

  /** The actions that the caller may perform on the page. Its text is not rendered. @throws Problem 404 */
  async rights(id: number, actor: Actor) {
    return this.presenter.rights(await this.pages.find(id, actor), actor);
  }

  /** The text as it is stored, and the tags. @throws Problem 404 */
  async source(id: number, actor: Actor) {
    const { html, markdown, tags } = await this.pages.find(id, actor);
    return { html, markdown, tags };
  }

  /** @param options a draft is seen by its owner only, and nobody is told of it (content-behaviour §6.1) */
  async create(input: Unchecked<CreatePageDto>, actor: Actor, { draft = false } = {}) {
    const dto = (await this.writer.fromTemplate(input, actor)).validate();
    const save = await this.writer.prepare(dto, () => this.tree.lockParentFor('page', dto, actor));
    return this.database.transaction(async () => {
      const parent = await this.tree.lockParentFor('page', dto, actor);
      const columns = {
        name: dto.name,
        ...(await this.tree.newPlace('page', dto, parent, actor)),
        chapterId: chapterOf(parent),
        editor: await this.writer.editorFor(dto, actor),
        template: templateAfterSave(false, dto, actor),
        draft,
      };
      const page = await this.writer.create(columns, save, actor);
      if (!draft) await this.activity.item('page_create', 'page', page, actor);
      return this.presenter.presentWrite(page, [], actor);
    });
  }

  async update(id: number, dto: UpdatePageDto, actor: Actor) {
    const save = await this.writer.prepare(dto, () => this.pages.findFor('update', id, actor));
    return this.database.transaction(async () => {
      await this.lockParents(id, dto);
      const page = await this.pages.lockFor('update', id, actor);
      await requireMatch(() => this.presenter.presentRead(page, actor));

      const address = await this.newAddress(page, dto, actor);
      const editor = await this.writer.editorFor(dto, actor, page.editor);
      const template = templateAfterSave(page.template, dto, actor);
      const changes = { priority: dto.priority ?? page.priority, ...address, editor, template };
      await this.writer.save(page, changes, save, actor);
      if (address.bookId !== undefined) await this.tree.inheritScope('page', page, actor);
      await this.activity.item('page_update', 'page', page, actor);
      return this.presenter.presentWrite(page, page.comments, actor);
    });
  }

  /** Saves an own draft. Publishing gives it its address and its first revision (content-behaviour §6.1). @throws Problem 404 */
  async saveDraft(id: number, dto: UpdatePageDto, actor: Actor, { publishes }: { publishes: boolean }) {
    const save = await this.writer.prepare(dto, () => this.pages.findFor('update', id, actor));
    return this.database.transaction(async () => {
      if (publishes) await this.pages.lockHome(id);
      const page = await this.pages.lockFor('update', id, actor);
      if (!page.draft) notFound('Page');
      await requireMatch(() => this.presenter.presentRead(page, actor));

      const { name = page.name } = dto;
      const editor = await this.writer.editorFor(dto, actor, page.editor);
      const template = templateAfterSave(page.template, dto, actor);
      const scope = { type: 'page', bookId: page.bookId } as const;
      const address = publishes && { draft: false, ...(await this.slugs.ofItem(name, scope, actor, { id })) };
      await this.writer.saveDraft(page, { name, editor, template, ...address }, save, actor);
      if (publishes) await this.activity.item('page_create', 'page', page, actor);
      return this.presenter.presentWrite(page, page.comments, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const page = await this.pages.lockFor('delete', id, actor);
      await requireMatch(() => this.presenter.presentRead(page, actor));
      await this.trash.bin('page', page, actor);
    });
  }

  /**
   * Locks the books and the chapter of a move or of a new name. Call it before the page is locked. Deletions and overrides lock parents before
   * pages, and another order can deadlock.
   */
  private async lockParents(
    pageId: number,
    { book_id, chapter_id, name }: ParentIds & { name?: string },
  ): Promise<void> {
    if (chapter_id === undefined && book_id === undefined) {
      if (name !== undefined) await this.pages.lockHome(pageId, name);
      return;
    }
    const target = chapter_id === undefined ? 'SELECT $2::int' : 'SELECT book_id FROM chapters WHERE id = $2';
    // Both books are parts of addresses, and are numbered when they are sorted.
    const books = `${target} UNION SELECT book_id FROM pages WHERE id = $1`;
    await lockBooks(this.database, books, [pageId, chapter_id ?? book_id]);
    if (chapter_id !== undefined)
      await this.database.query('SELECT 1 FROM chapters WHERE id = $1 FOR NO KEY UPDATE', [chapter_id]);
  }

  /**
   * The columns to store for the requested parent and name; with `bookId` only when the page moves. After a move was stored, call
   * `ContentTree.inheritScope`.
   * @throws Problem 404 for a missing target, 403 without permission to delete the page here or to create it there
   */
  private async newAddress(page: Page, requested: ParentIds & { name?: string }, actor: Actor): Promise<Partial<Page>> {
    const place = await this.newPlace(page, requested, actor);
    const { id, name, bookId, slug, slugRank } = page;
    const addressed = { id, name, bookId, slug, slugRank, ...place };
    return { ...place, ...(await this.slugs.rename('page', addressed, requested.name, actor)) };
  }

  private async newPlace(page: Page, requested: ParentIds, actor: Actor): Promise<Place | undefined> {
    if (requested.book_id === undefined && requested.chapter_id === undefined) return undefined;
    const parent = await this.tree.lockParent(requested, actor);
    const [bookId, chapterId] = [bookOf(parent), chapterOf(parent)];
    if (bookId === page.bookId && chapterId === page.chapterId) return undefined;
    await this.tree.requireMove('page', page, parent, actor);
    // In another chapter of its book the page keeps its slug if its name still leads to it.
    const own = bookId === page.bookId ? { id: page.id, kept: page } : { id: page.id };
    const slug = await this.slugs.ofItem(page.name, { type: 'page', bookId }, actor, own);
    await this.activity.item('page_move', 'page', page, actor);
    return { bookId, chapterId, ...slug };
  }
}
