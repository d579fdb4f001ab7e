import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { type RawInput, requireMatch, versioned } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { validated } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../../content/access/access.service';
import { ActivityLog } from '../../content/activity/activity-log';
import { CoverService } from '../../content/covers/cover.service';
import { CrossReferences } from '../../content/cross-references/cross-references';
import { describe, NO_DESCRIPTION } from '../../content/descriptions/descriptions';
import { SlugHistoryService } from '../../content/slugs/slug-history.service';
import { type ItemSlug, SlugService } from '../../content/slugs/slug.service';
import { TaggingService } from '../../content/tagging/tagging.service';
import { TrashService } from '../../content/trash/trash.service';
import { ShelfBooks } from './shelf-books';
import { Shelf } from '../../content/items/shelf.entity';
import { presentShelf, presentShelfInList, presentShelfWithBooks } from './shelf.presenter';
import { type CreateShelfDto, UpdateShelfDto } from './shelves.dto';
import { ShelvesRepository } from './shelves.repository';

@Injectable()
export class ShelvesService {
  constructor(
    private readonly database: Database,
    private readonly shelves: ShelvesRepository,
    private readonly shelfBooks: ShelfBooks,
    private readonly access: AccessService,
    private readonly slugs: SlugService,
    private readonly slugHistory: SlugHistoryService,
    private readonly crossReferences: CrossReferences,
    private readonly covers: CoverService,
    private readonly tagging: TaggingService,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    const { rows, total } = await this.shelves.list(query, actor);
    return { data: rows.map((shelf) => presentShelfInList(shelf, this.settings.baseUrl)), total };
  }

  async read(id: number, actor: Actor) {
    const [shelf, books] = await Promise.all([this.shelves.detail(id, actor), this.shelves.booksOn(id, actor)]);
    return versioned(presentShelfWithBooks(shelf ?? notFound('Shelf'), books, this.settings.baseUrl));
  }

  create(dto: CreateShelfDto, actor: Actor) {
    return this.database.transaction(async () => {
      const shelf: Shelf = this.database.of(Shelf).create({
        name: dto.name,
        ...(await this.slugs.ofItem(dto.name, { type: 'bookshelf' }, actor)),
        ...(describe(dto) ?? NO_DESCRIPTION),
        createdBy: actor.id,
        updatedBy: actor.id,
        ownedBy: actor.id,
      });
      await this.database.of(Shelf).insert(shelf);
      const imageId = await this.covers.apply(dto.image, null, 'cover_bookshelf', shelf.id, actor);
      if (imageId !== null) await this.database.of(Shelf).update(shelf.id, { imageId });
      await this.shelfBooks.replace(shelf.id, dto.books, actor);
      await this.tagging.replace('bookshelf', shelf.id, dto.tags);
      await this.activity.item('create', 'bookshelf', shelf, actor);
      return this.present(shelf.id, actor);
    });
  }

  update(id: number, input: RawInput, actor: Actor) {
    return this.database.transaction(async () => {
      const shelf = (await this.shelves.find(id, actor)) ?? notFound('Shelf');
      await this.access.require(actor, 'update', 'bookshelf', shelf);
      await requireMatch(() => this.read(id, actor));
      const dto = validated(UpdateShelfDto, input);

      const name = dto.name ?? shelf.name;
      await this.database.of(Shelf).update(id, {
        name,
        ...(await this.slugAfterRename(shelf, name, actor)),
        ...describe(dto),
        imageId: await this.covers.apply(dto.image, shelf.imageId, 'cover_bookshelf', id, actor),
        updatedBy: actor.id,
      });
      await this.shelfBooks.replace(id, dto.books, actor);
      await this.tagging.replace('bookshelf', id, dto.tags);
      await this.crossReferences.follow(actor);
      await this.activity.item('update', 'bookshelf', { id, name }, actor);
      return this.present(id, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const shelf = (await this.shelves.find(id, actor)) ?? notFound('Shelf');
      await this.access.require(actor, 'delete', 'bookshelf', shelf);
      await requireMatch(() => this.read(id, actor));
      await this.trash.bin('bookshelf', shelf, actor);
    });
  }

  private async slugAfterRename(shelf: Shelf, name: string, actor: Actor): Promise<Partial<ItemSlug>> {
    if (name === shelf.name) return {};
    await this.slugHistory.shelfRenamed(shelf);
    return this.slugs.ofItem(name, { type: 'bookshelf' }, actor, shelf.id);
  }

  private async present(id: number, actor: Actor) {
    return presentShelf((await this.shelves.detail(id, actor)) ?? notFound('Shelf'), this.settings.baseUrl);
  }
}
