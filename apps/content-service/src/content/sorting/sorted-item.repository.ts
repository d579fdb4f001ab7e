import type { Actor } from '@almanac/auth';
import type { Database } from '@almanac/database';
import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import type { AccessService } from '../access/access.service';
import type { TagInputDto } from '../item-fields/tags';
import {
  lockingSortedBook,
  lockSortedHome,
  numberAround,
  numberContents,
  placingOf,
  type SortedItem,
} from './book-order';
import type { Chapter } from '../items/chapter.entity';
import { type ItemDetail, type ItemReads, ItemRepository, type RowsOfItem } from '../items/item.repository';
import { ITEM_KINDS } from '../kinds/item-kinds';
import type { Page } from '../items/page.entity';

/** Chapters and pages. Writes number the contents of their book again if the book has a sort rule. */
export abstract class SortedItemRepository<
  E extends Chapter | Page,
  Listed extends object,
  Written extends ItemDetail<E> & SortedItem,
  Detail extends Written = Written,
> extends ItemRepository<E, Listed, Written, Detail> {
  constructor(
    private readonly sortedType: 'chapter' | 'page',
    reads: ItemReads<Listed, Written, Detail>,
    database: Database,
    access: AccessService,
    entities: Repository<E>,
  ) {
    super(sortedType, reads, database, access, entities);
  }

  override async lock(id: number, actor: Actor): Promise<Detail> {
    const item = await super.lock(id, actor);
    if (item.sortedBy) await lockSortedHome(this.database, item.bookId);
    return item;
  }

  override async insert(
    values: QueryDeepPartialEntity<E>,
    tags: readonly TagInputDto[] | undefined,
    actor: Actor,
    further?: readonly RowsOfItem[],
  ): Promise<Written> {
    const item = await super.insert(values, tags, actor, further);
    await numberAround(this.database, this.sortedType, item);
    return item;
  }

  override async update(
    item: Written,
    changes: QueryDeepPartialEntity<E>,
    tags: readonly TagInputDto[] | undefined,
    actor: Actor,
    further?: readonly RowsOfItem[],
  ): Promise<void> {
    const { bookId, sortedBy } = item;
    const placing = placingOf(item);
    await super.update(item, changes, tags, actor, further);
    if (placingOf(item) === placing) return;
    await numberAround(this.database, this.sortedType, item);
    if (sortedBy && item.bookId !== bookId) await numberContents(this.database, [bookId], sortedBy);
  }

  protected override lockedBefore(id: string) {
    return lockingSortedBook(`(SELECT book_id FROM ${ITEM_KINDS[this.sortedType].table} WHERE id = ${id})`);
  }
}
