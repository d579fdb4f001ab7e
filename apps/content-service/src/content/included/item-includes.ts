import { type Actor, can } from '@almanac/auth';
import type { ListBatch } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { type AccessFields, AccessService } from '../access/access.service';
import { type Action, canAllOrOwn } from '../access/permission-rules';
import type { ItemType } from '../kinds/item-kinds';
import type { IncludeName, Includes } from './include-parameter';
import { IncludedMembers, type MembersById } from './included-members';

type IncludingItem = AccessFields & { id: number };

/** By the names in answers: `update`, `create_page`, … */
export type ItemRights = Readonly<Record<string, boolean>>;

/** Members of a single item, on request. */
export interface ItemMembers {
  permissions?: ItemRights;
}

/** Loads the contents of many items. Items without an entry do not fit into the answer. */
type LoadContents<Row> = (rows: readonly Row[]) => Promise<MembersById>;

const noContents = () => Promise.resolve(new Map<number, object>());

/** Members that a caller asked for. Lists get them with one statement for all items of the page. */
@Injectable()
export class ItemIncludes {
  constructor(
    private readonly members: IncludedMembers,
    private readonly access: AccessService,
  ) {}

  /** The members of a single item. */
  async of(type: ItemType, item: IncludingItem, include: Includes, actor: Actor): Promise<ItemMembers> {
    return include.has('permissions') ? { permissions: await this.rights(type, item, actor) } : {};
  }

  /** The actions that the caller may perform on an item, and inside it. */
  async rights(type: ItemType, item: IncludingItem, actor: Actor): Promise<ItemRights> {
    return (await rightsOf(this.access, actor, type, [item])).get(item.id) ?? {};
  }

  /** The items as `present` shows them, with the members. The page ends early when they exceed the limit of an answer. */
  async presentList<Row extends IncludingItem, Presented extends object>(
    type: ItemType,
    page: ListBatch<Row>,
    present: (row: Row) => Presented,
    include: Includes,
    actor: Actor,
    contents: LoadContents<Row> = noContents,
  ): Promise<ListBatch<Presented>> {
    if (include.size === 0 || page.rows.length === 0) return page.map(present);
    const rows = page.inReadingOrder();
    const ids = rows.map(({ id }) => id);
    const texts = { html: include.has('html'), markdown: include.has('markdown') };
    const loaders: Partial<Record<IncludeName, () => Promise<MembersById>>> = {
      tags: () => this.members.tags(type, ids),
      parents: () => this.members.parents(type, ids, actor),
      [texts.html ? 'html' : 'markdown']: () => this.members.bodies(ids, texts, actor),
      contents: () => contents(rows),
      permissions: async () =>
        new Map(
          [...(await rightsOf(this.access, actor, type, rows))].map(([id, permissions]) => [id, { permissions }]),
        ),
    };
    const loaded = await Promise.all([...include].flatMap((name) => loaders[name]?.() ?? []));
    const end = rows.findIndex(({ id }) => loaded.some((members) => !members.has(id)));
    const complete = end === -1 ? page : page.cut(Math.max(1, end));
    return complete.map((row) =>
      loaded.reduce<Presented>((item, members) => ({ ...item, ...members.get(row.id) }), present(row)),
    );
  }
}

/** Actions on an item and inside it, by their names in answers. */
const ACTIONS: Record<ItemType, Record<string, readonly [action: Action, type: ItemType]>> = {
  bookshelf: actionsOn('bookshelf'),
  book: { ...actionsOn('book'), create_chapter: ['create', 'chapter'], create_page: ['create', 'page'] },
  chapter: { ...actionsOn('chapter'), create_page: ['create', 'page'] },
  page: actionsOn('page'),
};

function actionsOn(type: ItemType) {
  return { view: ['view', type], update: ['update', type], delete: ['delete', type] } as const;
}

/** The actions that a caller may perform on items, by item id. The decisions on overrides are loaded once for all of them. */
async function rightsOf(
  access: AccessService,
  actor: Actor,
  type: ItemType,
  items: readonly IncludingItem[],
): Promise<Map<number, ItemRights>> {
  const checks = await Promise.all(
    Object.entries(ACTIONS[type]).map(async ([name, [action, on]]) => ({
      name,
      isAllowed: await access.check(actor, action, on),
    })),
  );
  return new Map(
    items.map((item) => {
      const allowed = Object.fromEntries(checks.map(({ name, isAllowed }) => [name, isAllowed(item)]));
      return [item.id, { ...allowed, ...othersOf(actor, type, item) }];
    }),
  );
}

/** Permissions that overrides do not change. */
const othersOf = (actor: Actor, type: ItemType, { ownedBy }: IncludingItem) => ({
  manage_permissions: canAllOrOwn(actor, 'restrictions-manage', ownedBy),
  ...(type === 'page' && { create_comment: can(actor, 'comment-create-all') }),
});

/** Entries of all items in one answer. The first item is always complete. */
const MAX_ENTRIES = 10_000;

/**
 * The contents of many items from one statement.
 * @param load reads the rows of these items, item by item in this order, at most `limit`
 * @param itemOf the id of the item that a row belongs to
 */
export function contentsOf<Item extends { id: number }, Row>(
  load: (ids: readonly number[], limit?: number) => Promise<Row[]>,
  itemOf: (row: Row) => number | null,
  present: (item: Item, rows: Row[]) => object[],
): (items: readonly Item[]) => Promise<MembersById> {
  return async (items) => {
    const ids = items.map(({ id }) => id);
    const rows = await load(ids, MAX_ENTRIES + 1);
    const lastRow = rows.at(-1);
    const end = rows.length > MAX_ENTRIES && lastRow !== undefined ? ids.indexOf(itemOf(lastRow) ?? 0) : ids.length;
    const complete = end === 0 ? await load(ids.slice(0, 1)) : rows;
    const rowsOf = Map.groupBy(complete, itemOf);
    return new Map(
      items.slice(0, Math.max(1, end)).map((item) => [item.id, { contents: present(item, rowsOf.get(item.id) ?? []) }]),
    );
  };
}
