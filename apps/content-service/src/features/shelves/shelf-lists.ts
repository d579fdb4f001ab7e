import type { Actor } from '@almanac/auth';
import type { ListQuery } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { contentsOf } from '../../content/included/included-contents';
import { ItemIncludes } from '../../content/included/item-includes';
import { presentBookOnShelf, presentShelfInList, type ShelfInList } from './shelf.presenter';
import { ShelvesRepository } from './shelves.repository';

@Injectable()
export class ShelfLists {
  constructor(
    private readonly shelves: ShelvesRepository,
    private readonly includes: ItemIncludes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read(query: ListQuery, include: Includes, actor: Actor) {
    const page = await this.shelves.list(boundedPage(query, include), actor);
    const contents = contentsOf(
      (ids, limit) => this.shelves.booksOn(ids, actor, limit),
      ({ shelfId }) => shelfId,
      (_, books) => books.map(presentBookOnShelf),
    );
    const present = (shelf: ShelfInList) => presentShelfInList(shelf, this.settings.baseUrl);
    return this.includes.show('bookshelf', page, present, include, actor, contents);
  }
}
