import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { requireMatch, versioned } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { PermissionScopes } from '../../content/access/permission-scopes';
import { ActivityLog } from '../../content/activity/activity-log';
import { DefaultTemplates } from '../../content/content-tree/default-templates';
import { Parents } from '../../content/content-tree/parents';
import { Placement } from '../../content/content-tree/placement';
import { CrossReferences } from '../../content/cross-references/cross-references';
import { describe, NO_DESCRIPTION } from '../../content/descriptions/descriptions';
import { SlugHistoryService } from '../../content/slugs/slug-history.service';
import { type ItemSlug, SlugService } from '../../content/slugs/slug.service';
import { TaggingService } from '../../content/tagging/tagging.service';
import { TrashService } from '../../content/trash/trash.service';
import { ChapterMover } from './chapter-mover';
import { Chapter } from '../../content/items/chapter.entity';
import { presentChapter, presentChapterInList, presentChapterWithPages } from './chapter.presenter';
import type { CreateChapterDto, UpdateChapterDto } from './chapters.dto';
import { ChaptersRepository } from './chapters.repository';

@Injectable()
export class ChaptersService {
  constructor(
    private readonly database: Database,
    private readonly chapters: ChaptersRepository,
    private readonly mover: ChapterMover,
    private readonly parents: Parents,
    private readonly placement: Placement,
    private readonly access: AccessService,
    private readonly scopes: PermissionScopes,
    private readonly slugs: SlugService,
    private readonly slugHistory: SlugHistoryService,
    private readonly crossReferences: CrossReferences,
    private readonly templates: DefaultTemplates,
    private readonly tagging: TaggingService,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    const { rows, total } = await this.chapters.list(query, actor);
    return { data: rows.map(presentChapterInList), total };
  }

  async read(id: number, actor: Actor) {
    const [chapter, pages] = await Promise.all([this.chapters.detail(id, actor), this.chapters.pagesOf(id, actor)]);
    return versioned(presentChapterWithPages(chapter ?? notFound('Chapter'), pages));
  }

  create(dto: CreateChapterDto, actor: Actor) {
    return this.database.transaction(async () => {
      const book = await this.parents.book(dto.book_id, actor);
      await this.access.require(actor, 'create', 'chapter', book);

      const last = await this.placement.lastInBook(book.id);
      const chapter: Chapter = this.database.of(Chapter).create({
        bookId: book.id,
        name: dto.name,
        ...(await this.slugs.ofItem(dto.name, { type: 'chapter', bookId: book.id }, actor)),
        ...(describe(dto) ?? NO_DESCRIPTION),
        priority: dto.priority ?? last,
        defaultTemplateId: await this.templates.resolve(dto.default_template_id, null, actor),
        createdBy: actor.id,
        updatedBy: actor.id,
        ownedBy: actor.id,
        scopeId: await this.scopes.inside('book', book.id),
      });
      await this.database.of(Chapter).insert(chapter);
      await this.tagging.replace('chapter', chapter.id, dto.tags);
      await this.activity.item('create', 'chapter', chapter, actor);
      return this.present(chapter.id, actor);
    });
  }

  update(id: number, dto: UpdateChapterDto, actor: Actor) {
    return this.database.transaction(async () => {
      await this.mover.lockBooks(id, dto.book_id);
      const chapter = (await this.chapters.find(id, actor)) ?? notFound('Chapter');
      await this.access.require(actor, 'update', 'chapter', chapter);
      await requireMatch(() => this.read(id, actor));

      await this.mover.moveIfAsked(chapter, dto.book_id, actor);
      const name = dto.name ?? chapter.name;
      await this.database.of(Chapter).update(id, {
        name,
        ...(await this.slugAfterRename(chapter, name, actor)),
        ...describe(dto),
        priority: dto.priority ?? chapter.priority,
        defaultTemplateId: await this.templates.resolve(dto.default_template_id, chapter.defaultTemplateId, actor),
        updatedBy: actor.id,
      });
      await this.tagging.replace('chapter', id, dto.tags);
      await this.crossReferences.follow(actor);
      await this.activity.item('update', 'chapter', { id, name }, actor);
      return this.present(id, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const chapter = (await this.chapters.find(id, actor)) ?? notFound('Chapter');
      await this.access.require(actor, 'delete', 'chapter', chapter);
      await requireMatch(() => this.read(id, actor));
      await this.trash.bin('chapter', chapter, actor);
    });
  }

  private async slugAfterRename(chapter: Chapter, name: string, actor: Actor): Promise<Partial<ItemSlug>> {
    if (name === chapter.name) return {};
    await this.slugHistory.chapterRenamed(chapter);
    return this.slugs.ofItem(name, { type: 'chapter', bookId: chapter.bookId }, actor, chapter.id);
  }

  private async present(id: number, actor: Actor) {
    return presentChapter((await this.chapters.detail(id, actor)) ?? notFound('Chapter'));
  }
}
