import type { Actor } from '@almanac/auth';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { ItemIncludes } from '../../content/included/item-includes';
import { presentPageInList } from '../../content/items/page-in-list';
import { PagesRepository } from './pages.repository';

@Injectable()
export class PageLists {
  constructor(
    private readonly pages: PagesRepository,
    private readonly includes: ItemIncludes,
  ) {}

  async read(query: ListQuery, include: Includes, actor: Actor) {
    const page = await this.pages.list(boundedPage(query, include), actor);
    return this.includes.show('page', page, presentPageInList, include, actor);
  }
}
