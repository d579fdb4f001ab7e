import { type Actor, ANONYMOUS } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { type Action, ACTIONS } from '../../content/access/permission-rules';
import { actorsWhere, toActor } from '../../content/accounts/accounts';
import { Role } from '../../content/accounts/role.entity';
import { ITEM_KINDS, type ItemType } from '../../content/kinds/item-kinds';
import { ContentItem } from '../../content/kinds/shared-columns';

/** For all items, for those that a user owns, or for none. */
export type Reach = 'all' | 'own' | 'none';

export interface RoleRights {
  id: number;
  name: string;
  /** The rights without rules of the item itself. */
  inherited: Readonly<Record<Action, Reach>>;
}

const MAX_ROLES = 200;
const MAX_USERS = 500;

/** A user who owns nothing but the item that is asked about. */
const SOMEBODY = -1;

const ROLES = sql`SELECT ${selectColumns(Role, 'role', 'id', 'displayName')},
  ${selectComputed<{ permissions: string[] }>({
    permissions: 'ARRAY(SELECT permission FROM role_permissions WHERE role_id = role.id)',
  })}
  FROM roles role WHERE role.system_name <> 'admin' ORDER BY fold(role.display_name), role.id LIMIT ${MAX_ROLES}`;

/** The permission scope of the parent; null at the top. */
const PARENT_SCOPES: Readonly<Record<ItemType, string>> = {
  bookshelf: 'NULL::int',
  book: 'NULL::int',
  chapter: '(SELECT scope_id FROM books WHERE id = item.book_id)',
  page: `(SELECT scope_id FROM chapters WHERE id = item.chapter_id UNION ALL SELECT scope_id FROM books WHERE id = item.book_id LIMIT 1)`,
};

/** The effect of an item's rules: the rights that roles have without them, and the users who see the item. */
@Injectable()
export class RightsOverview {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** The rights of each role, except that of administrators, on an item without rules of its own. */
  async inherited(type: ItemType, id: number): Promise<RoleRights[]> {
    const scope = selectComputed<{ scopeId: number | null }>({ scopeId: PARENT_SCOPES[type] });
    const [parent] = await this.database.query(
      sql`SELECT ${scope} FROM ${ITEM_KINDS[type].table} item WHERE item.id = $1`,
      [id],
    );
    const roles = await this.database.query(ROLES);
    return Promise.all(
      roles.map(async (role) => {
        const actor: Actor = {
          ...ANONYMOUS,
          id: SOMEBODY,
          roleIds: [role.id],
          permissions: new Set(role.permissions),
        };
        const reaches = await Promise.all(
          ACTIONS.map(
            async (action) => [action, await this.reach(actor, action, type, parent?.scopeId ?? null)] as const,
          ),
        );
        return { id: role.id, name: role.displayName, inherited: reachesOf(reaches) };
      }),
    );
  }

  /** The users who see the item, by name, among the first ones of the site. */
  async viewers(type: ItemType, id: number): Promise<{ viewers: Actor[]; isComplete: boolean }> {
    const [item] = await this.database.query(
      sql`SELECT ${selectColumns(ContentItem, 'item', 'ownedBy', 'scopeId')} FROM ${ITEM_KINDS[type].table} item WHERE item.id = $1`,
      [id],
    );
    if (!item) return { viewers: [], isComplete: true };
    const rows = await this.database.query(
      sql`${actorsWhere('owner.system_name IS NULL')} ORDER BY fold(owner.name), owner.id LIMIT ${MAX_USERS}`,
    );
    const actors = rows.map(toActor);
    const seen = await Promise.all(actors.map((actor) => this.access.allows(actor, 'view', type, item)));
    return { viewers: actors.filter((_, index) => seen[index]), isComplete: rows.length < MAX_USERS };
  }

  private async reach(actor: Actor, action: Action, type: ItemType, scopeId: number | null): Promise<Reach> {
    // What is created in a book or chapter is mostly a page.
    const on = action === 'create' && (type === 'book' || type === 'chapter') ? 'page' : type;
    if (await this.access.allows(actor, action, on, { ownedBy: null, scopeId })) return 'all';
    return (await this.access.allows(actor, action, on, { ownedBy: actor.id, scopeId })) ? 'own' : 'none';
  }
}

function reachesOf(reaches: readonly (readonly [Action, Reach])[]): Record<Action, Reach> {
  const of = (action: Action) => reaches.find(([name]) => name === action)?.[1] ?? 'none';
  return { view: of('view'), create: of('create'), update: of('update'), delete: of('delete') };
}
