import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { requireMatch, versioned } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { PermissionScopes } from '../../content/access/permission-scopes';
import { ActivityLog } from '../../content/activity/activity-log';
import { presentPageInList } from '../../content/content-tree/page-in-list';
import { PageRenderer } from '../../content/content-tree/page-renderer';
import { PageRevisions } from '../../content/content-tree/page-revisions';
import { type ParentBook, type ParentChapter, Parents } from '../../content/content-tree/parents';
import { Placement } from '../../content/content-tree/placement';
import { TextWork } from '../../text/rendering/text-work';
import { SlugService } from '../../content/slugs/slug.service';
import { TaggingService } from '../../content/tagging/tagging.service';
import { TrashService } from '../../content/trash/trash.service';
import { EmbeddedImages } from './embedded-images';
import { editorAfterSave } from './page-editor';
import { PageMover } from './page-mover';
import { PageSaver } from './page-saver';
import { Page, PageContent } from '../../content/items/page.entity';
import { type PageDetailRow, presentPage, presentPageWithComments } from './page.presenter';
import type { CreatePageDto, UpdatePageDto } from './pages.dto';
import { PagesRepository } from './pages.repository';

@Injectable()
export class PagesService {
  constructor(
    private readonly database: Database,
    private readonly pages: PagesRepository,
    private readonly mover: PageMover,
    private readonly revisions: PageRevisions,
    private readonly saver: PageSaver,
    private readonly embeddedImages: EmbeddedImages,
    private readonly parents: Parents,
    private readonly placement: Placement,
    private readonly access: AccessService,
    private readonly scopes: PermissionScopes,
    private readonly slugs: SlugService,
    private readonly renderer: PageRenderer,
    private readonly texts: TextWork,
    private readonly tagging: TaggingService,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    const { rows, total } = await this.pages.list(query, actor);
    return { data: rows.map(presentPageInList), total };
  }

  async read(id: number, actor: Actor) {
    const page = await this.detail(id, actor);
    const { version, render } = await this.renderer.plan(page.html, actor);
    return versioned([page, version], async () => {
      const comments = await this.texts.showComments(page.comments);
      return presentPageWithComments({ ...page, comments }, await render());
    });
  }

  async create(dto: CreatePageDto, actor: Actor) {
    const text = await this.texts.parse(dto, () => this.parentFor(dto, actor));
    const answer = await this.database.transaction(async () => {
      const parent = await this.parentFor(dto, actor);
      const images = this.embeddedImages.ofSave(actor);
      const content = (await images.bodyOf(text)) ?? { html: '', markdown: '', text: '' };
      const bookId = 'bookId' in parent ? parent.bookId : parent.id;
      const last =
        'bookId' in parent ? await this.placement.lastInChapter(parent.id) : await this.placement.lastInBook(bookId);
      const page: Page = this.database.of(Page).create({
        bookId,
        chapterId: 'bookId' in parent ? parent.id : null,
        name: dto.name,
        ...(await this.slugs.ofItem(dto.name, { type: 'page', bookId }, actor)),
        priority: dto.priority ?? last,
        revisionCount: 1,
        editor: editorAfterSave('wysiwyg', dto, actor),
        createdBy: actor.id,
        updatedBy: actor.id,
        ownedBy: actor.id,
        scopeId: await this.scopes.inside('bookId' in parent ? 'chapter' : 'book', parent.id),
      });
      await this.database.of(Page).insert(page);
      await this.database.of(PageContent).insert({ pageId: page.id, ...content });
      await images.attachTo(page.id);
      await this.revisions.store(page, content, dto.changelog ?? 'Initial publish', actor);
      await this.tagging.replace('page', page.id, dto.tags);
      await this.activity.item('create', 'page', page, actor);
      return this.planAnswer(page.id, actor);
    });
    return answer();
  }

  async update(id: number, dto: UpdatePageDto, actor: Actor) {
    const text = await this.texts.parse(dto, () => this.changeable(id, actor));
    const answer = await this.database.transaction(async () => {
      await this.mover.lockTarget(dto);
      const page = await this.changeable(id, actor);
      await requireMatch(() => this.read(id, actor));

      const moved = await this.mover.moveIfAsked(page, dto, actor);
      const before = await this.pages.contentOf(id);
      const images = this.embeddedImages.ofSave(actor);
      const given = await images.bodyOf(text);
      await images.attachTo(id);
      const renamed = dto.name !== undefined && dto.name !== page.name;
      if (renamed) await this.saver.rename(page, dto.name ?? page.name, actor);
      page.priority = dto.priority ?? page.priority;
      page.editor = editorAfterSave(page.editor, dto, actor);
      await this.saver.save(page, { before, after: given ?? before, summary: dto.changelog ?? null, renamed }, actor);
      if (moved) await this.scopes.repoint('page', id);
      await this.tagging.replace('page', id, dto.tags);
      await this.activity.item('update', 'page', page, actor);
      return this.planAnswer(id, actor);
    });
    return answer();
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const page = (await this.pages.find(id, actor)) ?? notFound('Page');
      await this.access.require(actor, 'delete', 'page', page);
      await requireMatch(() => this.read(id, actor));
      await this.trash.bin('page', page, actor);
    });
  }

  /** The answer to a change of the page. */
  async present(id: number, actor: Actor) {
    const answer = await this.planAnswer(id, actor);
    return answer();
  }

  /** Reads everything for that answer. The returned function renders it, after the transaction. */
  private async planAnswer(id: number, actor: Actor) {
    const page = await this.detail(id, actor);
    const { render } = await this.renderer.plan(page.html, actor);
    return async () => presentPage(page, await render());
  }

  /** The parent of a new page; the chapter wins when both are given. */
  private async parentFor({ book_id, chapter_id }: CreatePageDto, actor: Actor): Promise<ParentBook | ParentChapter> {
    const parent = await (chapter_id === undefined
      ? this.parents.book(book_id ?? 0, actor)
      : this.parents.chapter(chapter_id, actor));
    await this.access.require(actor, 'create', 'page', parent);
    return parent;
  }

  private async changeable(id: number, actor: Actor): Promise<Page> {
    const page = (await this.pages.find(id, actor)) ?? notFound('Page');
    await this.access.require(actor, 'update', 'page', page);
    return page;
  }

  private async detail(id: number, actor: Actor): Promise<PageDetailRow> {
    return (await this.pages.detail(id, actor)) ?? notFound('Page');
  }
}
