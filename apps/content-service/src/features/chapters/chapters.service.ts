import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { requireMatch, versionedAnswer, withMembers } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { contentsOf, ItemIncludes } from '../../content/included/item-includes';
import { presentPageInList } from '../../content/items/page-in-list';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { TrashService } from '../../content/trash/trash.service';
import { ChapterWriter } from './chapter-writer';
import { type ChapterDetail, presentChapter, presentChapterInList, presentChapterWithPages } from './chapter.presenter';
import type { CreateChapterDto, UpdateChapterDto } from './chapters.dto';
import { ChaptersRepository } from './chapters.repository';

@Injectable()
export class ChaptersService {
  constructor(
    private readonly database: Database,
    private readonly chapters: ChaptersRepository,
    private readonly writer: ChapterWriter,
    private readonly includes: ItemIncludes,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
  ) {}

  async list(query: ListQuery, include: Includes, actor: Actor) {
    const page = await this.chapters.list(boundedPage(query, include), actor);
    const contents = contentsOf(
      (ids, limit) => this.chapters.pagesOf(ids, actor, limit),
      ({ chapterId }) => chapterId,
      (_, pages) => pages.map(presentPageInList),
    );
    return this.includes.presentList('chapter', page, presentChapterInList, include, actor, contents);
  }

  async read(id: number, include: Includes, actor: Actor) {
    const chapter = this.chapters.find(id, actor);
    const answer = await this.withPages(id, chapter, actor);
    return withMembers(answer, await this.includes.of('chapter', await chapter, include, actor));
  }

  create(dto: CreateChapterDto, actor: Actor) {
    return this.database.transaction(async () => {
      const chapter = await this.writer.create(dto, actor);
      await this.activity.item('chapter_create', 'chapter', chapter, actor);
      return this.presentSaved(chapter, actor);
    });
  }

  update(id: number, dto: UpdateChapterDto, actor: Actor) {
    return this.database.transaction(async () => {
      await this.writer.lockBooks(id, dto);
      const chapter = await this.chapters.lockFor('update', id, actor);
      await requireMatch(() => this.withPages(id, chapter, actor));
      await this.writer.change(chapter, dto, actor);
      await this.activity.item('chapter_update', 'chapter', chapter, actor);
      return this.presentSaved(chapter, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const chapter = await this.chapters.lockFor('delete', id, actor);
      await requireMatch(() => this.withPages(id, chapter, actor));
      await this.trash.bin('chapter', chapter, actor);
    });
  }

  private async presentSaved(chapter: ChapterDetail, actor: Actor) {
    return (await this.withPages(chapter.id, chapter, actor)).as(() => presentChapter(chapter));
  }

  private async withPages(id: number, loading: ChapterDetail | Promise<ChapterDetail>, actor: Actor) {
    const [chapter, pages] = await Promise.all([loading, this.chapters.pagesOf([id], actor)]);
    return versionedAnswer(presentChapterWithPages(chapter, pages));
  }
}
