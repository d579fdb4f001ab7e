import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { type RawInput, requireMatch, versioned } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { validated } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../../content/access/access.service';
import { PermissionScopes } from '../../content/access/permission-scopes';
import { ActivityLog } from '../../content/activity/activity-log';
import { DefaultTemplates } from '../../content/content-tree/default-templates';
import { CoverService } from '../../content/covers/cover.service';
import { CrossReferences } from '../../content/cross-references/cross-references';
import { describe, NO_DESCRIPTION } from '../../content/descriptions/descriptions';
import { SlugHistoryService } from '../../content/slugs/slug-history.service';
import { type ItemSlug, SlugService } from '../../content/slugs/slug.service';
import { TaggingService } from '../../content/tagging/tagging.service';
import { TrashService } from '../../content/trash/trash.service';
import { Book } from '../../content/items/book.entity';
import { presentBook, presentBookInList, presentBookWithContents } from './book.presenter';
import { type CreateBookDto, UpdateBookDto } from './books.dto';
import { BooksRepository } from './books.repository';

@Injectable()
export class BooksService {
  constructor(
    private readonly database: Database,
    private readonly books: BooksRepository,
    private readonly access: AccessService,
    private readonly scopes: PermissionScopes,
    private readonly slugs: SlugService,
    private readonly slugHistory: SlugHistoryService,
    private readonly crossReferences: CrossReferences,
    private readonly covers: CoverService,
    private readonly templates: DefaultTemplates,
    private readonly tagging: TaggingService,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    const { rows, total } = await this.books.list(query, actor);
    return { data: rows.map((book) => presentBookInList(book, this.settings.baseUrl)), total };
  }

  async read(id: number, actor: Actor) {
    const [book, contents, shelves] = await Promise.all([
      this.books.detail(id, actor),
      this.books.contents(id, actor),
      this.books.shelvesOf(id, actor),
    ]);
    return versioned(presentBookWithContents(book ?? notFound('Book'), contents, shelves, this.settings.baseUrl));
  }

  create(dto: CreateBookDto, actor: Actor) {
    return this.database.transaction(async () => {
      const book: Book = this.database.of(Book).create({
        name: dto.name,
        ...(await this.slugs.ofItem(dto.name, { type: 'book' }, actor)),
        ...(describe(dto) ?? NO_DESCRIPTION),
        defaultTemplateId: await this.templates.resolve(dto.default_template_id, null, actor),
        createdBy: actor.id,
        updatedBy: actor.id,
        ownedBy: actor.id,
      });
      await this.database.of(Book).insert(book);
      await this.scopes.ofNewBook(book.id);
      const imageId = await this.covers.apply(dto.image, null, 'cover_book', book.id, actor);
      if (imageId !== null) await this.database.of(Book).update(book.id, { imageId });
      await this.tagging.replace('book', book.id, dto.tags);
      await this.activity.item('create', 'book', book, actor);
      return this.present(book.id, actor);
    });
  }

  update(id: number, input: RawInput, actor: Actor) {
    return this.database.transaction(async () => {
      const book = (await this.books.find(id, actor)) ?? notFound('Book');
      await this.access.require(actor, 'update', 'book', book);
      await requireMatch(() => this.read(id, actor));
      const dto = validated(UpdateBookDto, input);

      const name = dto.name ?? book.name;
      await this.database.of(Book).update(id, {
        name,
        ...(await this.slugAfterRename(book, name, actor)),
        ...describe(dto),
        defaultTemplateId: await this.templates.resolve(dto.default_template_id, book.defaultTemplateId, actor),
        imageId: await this.covers.apply(dto.image, book.imageId, 'cover_book', id, actor),
        updatedBy: actor.id,
      });
      await this.tagging.replace('book', id, dto.tags);
      await this.crossReferences.follow(actor);
      await this.activity.item('update', 'book', { id, name }, actor);
      return this.present(id, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const book = (await this.books.find(id, actor)) ?? notFound('Book');
      await this.access.require(actor, 'delete', 'book', book);
      await requireMatch(() => this.read(id, actor));
      await this.trash.bin('book', book, actor);
    });
  }

  private async slugAfterRename(book: Book, name: string, actor: Actor): Promise<Partial<ItemSlug>> {
    if (name === book.name) return {};
    await this.slugHistory.bookRenamed(book);
    return this.slugs.ofItem(name, { type: 'book' }, actor, book.id);
  }

  private async present(id: number, actor: Actor) {
    return presentBook((await this.books.detail(id, actor)) ?? notFound('Book'), this.settings.baseUrl);
  }
}
