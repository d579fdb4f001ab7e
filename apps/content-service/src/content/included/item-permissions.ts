import { type Actor, can } from '@almanac/auth';
import type { AccessFields, AccessService } from '../access/access.service';
import { type Action, canAllOrOwn } from '../access/permission-rules';
import type { ItemType } from '../kinds/item-kinds';
import type { Members } from './included-members';

type PermittedItem = AccessFields & { id: number };

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
export async function permissionsOf(
  access: AccessService,
  actor: Actor,
  type: ItemType,
  items: readonly PermittedItem[],
): Promise<Members> {
  const checks = await Promise.all(
    Object.entries(ACTIONS[type]).map(async ([name, [action, on]]) => ({
      name,
      isAllowed: await access.check(actor, action, on),
    })),
  );
  return new Map(
    items.map((item) => {
      const allowed = Object.fromEntries(checks.map(({ name, isAllowed }) => [name, isAllowed(item)]));
      return [item.id, { permissions: { ...allowed, ...othersOf(actor, type, item) } }];
    }),
  );
}

/** Permissions that overrides do not change. */
const othersOf = (actor: Actor, type: ItemType, { ownedBy }: PermittedItem) => ({
  manage_permissions: canAllOrOwn(actor, 'restrictions-manage', ownedBy),
  ...(type === 'page' && { create_comment: can(actor, 'comment-create-all') }),
});
