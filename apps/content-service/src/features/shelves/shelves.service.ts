import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { requireMatch, type Unchecked, versionedAnswer, withMembers } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { contentsOf, ItemIncludes } from '../../content/included/item-includes';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ActivityLog } from '../../content/activity/activity-log';
import { TrashService } from '../../content/trash/trash.service';
import { ShelfWriter } from './shelf-writer';
import {
  presentBookOnShelf,
  presentShelf,
  presentShelfInList,
  presentShelfWithBooks,
  type ShelfDetail,
  type ShelfInList,
} from './shelf.presenter';
import type { CreateShelfDto, UpdateShelfDto } from './shelves.dto';
import { ShelvesRepository } from './shelves.repository';

@Injectable()
export class ShelvesService {
  constructor(
    private readonly database: Database,
    private readonly shelves: ShelvesRepository,
    private readonly writer: ShelfWriter,
    private readonly includes: ItemIncludes,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(query: ListQuery, include: Includes, actor: Actor) {
    const page = await this.shelves.list(boundedPage(query, include), actor);
    const contents = contentsOf(
      (ids, limit) => this.shelves.booksOn(ids, actor, limit),
      ({ shelfId }) => shelfId,
      (_, books) => books.map(presentBookOnShelf),
    );
    const present = (shelf: ShelfInList) => presentShelfInList(shelf, this.settings.baseUrl);
    return this.includes.presentList('bookshelf', page, present, include, actor, contents);
  }

  async read(id: number, include: Includes, actor: Actor) {
    const shelf = this.shelves.find(id, actor);
    const answer = await this.withBooks(id, shelf, actor);
    return withMembers(answer, await this.includes.of('bookshelf', await shelf, include, actor));
  }

  create(dto: CreateShelfDto, actor: Actor) {
    return this.database.transaction(async () => {
      const shelf = await this.writer.create(dto, actor);
      await this.activity.item('bookshelf_create', 'bookshelf', shelf, actor);
      return this.presentSaved(shelf, actor);
    });
  }

  update(id: number, input: Unchecked<UpdateShelfDto>, actor: Actor) {
    return this.database.transaction(async () => {
      const shelf = await this.shelves.lockFor('update', id, actor);
      await requireMatch(() => this.withBooks(id, shelf, actor));
      await this.writer.change(shelf, input.validate(), actor);
      await this.activity.item('bookshelf_update', 'bookshelf', shelf, actor);
      return this.presentSaved(shelf, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const shelf = await this.shelves.lockFor('delete', id, actor);
      await requireMatch(() => this.withBooks(id, shelf, actor));
      await this.trash.bin('bookshelf', shelf, actor);
    });
  }

  private async presentSaved(shelf: ShelfDetail, actor: Actor) {
    return (await this.withBooks(shelf.id, shelf, actor)).as(() => presentShelf(shelf, this.settings.baseUrl));
  }

  private async withBooks(id: number, loading: ShelfDetail | Promise<ShelfDetail>, actor: Actor) {
    const [shelf, books] = await Promise.all([loading, this.shelves.booksOn([id], actor)]);
    return versionedAnswer(presentShelfWithBooks(shelf, books, this.settings.baseUrl));
  }
}
