import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { requireMatch, versioned, withMembers } from '@almanac/http';
import type { Includes } from '../../content/included/include-parameter';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { ContentTree } from '../../content/content-tree/content-tree';
import { DefaultTemplates } from '../../content/content-tree/default-templates';
import { describe, NO_DESCRIPTION } from '../../content/item-fields/descriptions';
import { SlugService } from '../../content/slugs/slug.service';
import { TrashService } from '../../content/trash/trash.service';
import { ChapterMover } from './chapter-mover';
import { type ChapterDetail, presentChapter, presentChapterWithPages } from './chapter.presenter';
import type { CreateChapterDto, UpdateChapterDto } from './chapters.dto';
import { ChaptersRepository } from './chapters.repository';

@Injectable()
export class ChaptersService {
  constructor(
    private readonly database: Database,
    private readonly chapters: ChaptersRepository,
    private readonly tree: ContentTree,
    private readonly mover: ChapterMover,
    private readonly slugs: SlugService,
    private readonly templates: DefaultTemplates,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
  ) {}

  async read(id: number, include: Includes, actor: Actor) {
    const chapter = this.chapters.find(id, actor);
    const answer = await this.withPages(id, chapter, actor);
    return withMembers(answer, await this.chapters.included(await chapter, include, actor));
  }

  create(dto: CreateChapterDto, actor: Actor) {
    return this.database.transaction(async () => {
      const book = await this.tree.lockParentFor('chapter', dto, actor);
      const columns = {
        name: dto.name,
        ...(await this.tree.newPlace('chapter', dto, book, actor)),
        ...(describe(dto) ?? NO_DESCRIPTION),
        defaultTemplateId: await this.templates.resolve(dto.default_template_id, null, actor),
      };
      const chapter = await this.chapters.insert(columns, dto.tags, actor);
      await this.activity.item('chapter_create', 'chapter', chapter, actor);
      return this.written(chapter, actor);
    });
  }

  update(id: number, dto: UpdateChapterDto, actor: Actor) {
    return this.database.transaction(async () => {
      await this.mover.lockBooks(id, dto);
      const chapter = await this.chapters.lockFor('update', id, actor);
      await requireMatch(() => this.withPages(id, chapter, actor));

      await this.mover.moveIfAsked(chapter, dto.book_id, actor);
      const changes = {
        ...(await this.slugs.rename('chapter', chapter, dto.name, actor)),
        ...describe(dto),
        priority: dto.priority ?? chapter.priority,
        defaultTemplateId: await this.templates.resolve(dto.default_template_id, chapter.defaultTemplateId, actor),
      };
      await this.chapters.update(chapter, changes, dto.tags, actor);
      await this.activity.item('chapter_update', 'chapter', chapter, actor);
      return this.written(chapter, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const chapter = await this.chapters.lockFor('delete', id, actor);
      await requireMatch(() => this.withPages(id, chapter, actor));
      await this.trash.bin('chapter', chapter, actor);
    });
  }

  private async written(chapter: ChapterDetail, actor: Actor) {
    return (await this.withPages(chapter.id, chapter, actor)).as(() => presentChapter(chapter));
  }

  private async withPages(id: number, given: ChapterDetail | Promise<ChapterDetail>, actor: Actor) {
    const [chapter, pages] = await Promise.all([given, this.chapters.pagesOf([id], actor)]);
    return versioned(presentChapterWithPages(chapter, pages));
  }
}
