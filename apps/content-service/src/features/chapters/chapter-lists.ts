import type { Actor } from '@almanac/auth';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { contentsOf } from '../../content/included/included-contents';
import { ItemIncludes } from '../../content/included/item-includes';
import { presentPageInList } from '../../content/items/page-in-list';
import { presentChapterInList } from './chapter.presenter';
import { ChaptersRepository } from './chapters.repository';

@Injectable()
export class ChapterLists {
  constructor(
    private readonly chapters: ChaptersRepository,
    private readonly includes: ItemIncludes,
  ) {}

  async read(query: ListQuery, include: Includes, actor: Actor) {
    const page = await this.chapters.list(boundedPage(query, include), actor);
    const contents = contentsOf(
      (ids, limit) => this.chapters.pagesOf(ids, actor, limit),
      ({ chapterId }) => chapterId,
      (_, pages) => pages.map(presentPageInList),
    );
    return this.includes.show('chapter', page, presentChapterInList, include, actor, contents);
  }
}
