import { type Actor, ANONYMOUS } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { type Action, ACTIONS } from '../../content/access/permission-rules';
import { actorsWhere, toActor } from '../../content/accounts/accounts';
import { Role } from '../../content/accounts/role.entity';
import { User } from '../../content/accounts/user.entity';
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

/** A form with more rows could have more fields than the service accepts. */
const MAX_ROLES = 100;
const MAX_VIEWERS = 500;

/** A user who owns nothing but the item that is asked about. */
const SOMEBODY = -1;

const ROLES = sql`SELECT ${selectColumns(Role, 'role', 'id', 'displayName')},
  ${selectComputed<{ permissions: string[] }>({
    permissions: 'ARRAY(SELECT permission FROM role_permissions WHERE role_id = role.id)',
  })}
  FROM roles role WHERE role.system_name <> 'admin'
  ORDER BY role.id = ANY($1::int[]) DESC, fold(role.display_name), role.id LIMIT ${MAX_ROLES}`;

const OTHER_ROLES = sql`SELECT ${selectColumns(Role, 'role', 'id', 'displayName')} FROM roles role
  WHERE role.system_name <> 'admin' AND role.id <> ALL($1::int[]) ORDER BY fold(role.display_name), role.id`;

/** Users with the same roles see the same items, but for those that they own. */
const ROLES_OF_USER = `(SELECT coalesce(string_agg(role_id::text, ' ' ORDER BY role_id), '') FROM user_roles WHERE user_id = person.id)`;
const ROLE_SETS = sql`SELECT ${selectComputed<{ roles: string; id: number }>({ roles: ROLES_OF_USER, id: 'min(person.id)' })}
  FROM users person WHERE person.system_name IS NULL GROUP BY 1`;
const VIEWERS = `FROM users person WHERE person.system_name IS NULL AND (person.id = $1 OR ${ROLES_OF_USER} = ANY($2::text[]))`;

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

  /** The rights of these roles, and of the first others, on an item without rules of its own. Administrators have all rights. */
  async inherited(type: ItemType, id: number, first: readonly number[]): Promise<RoleRights[]> {
    const scope = selectComputed<{ scopeId: number | null }>({ scopeId: PARENT_SCOPES[type] });
    const [parent] = await this.database.query(
      sql`SELECT ${scope} FROM ${ITEM_KINDS[type].table} item WHERE item.id = $1`,
      [id],
    );
    const rights: RoleRights[] = [];
    // In turn, so that a page with many roles leaves the connections to others.
    for (const role of await this.database.query(ROLES, [first])) {
      const actor: Actor = { ...ANONYMOUS, id: SOMEBODY, roleIds: [role.id], permissions: new Set(role.permissions) };
      const reaches = await Promise.all(
        ACTIONS.map(
          async (action) => [action, await this.reach(actor, action, type, parent?.scopeId ?? null)] as const,
        ),
      );
      rights.push({ id: role.id, name: role.displayName, inherited: reachesOf(reaches) });
    }
    return rights;
  }

  /** All roles but these, and that of administrators. */
  otherRoles(ids: readonly number[]): Promise<{ id: number; displayName: string }[]> {
    return this.database.query(OTHER_ROLES, [ids]);
  }

  /** The number of users who see the item, and the first of them by name. */
  async viewers(type: ItemType, id: number): Promise<{ viewers: { name: string; slug: string }[]; total: number }> {
    const [item] = await this.database.query(
      sql`SELECT ${selectColumns(ContentItem, 'item', 'ownedBy', 'scopeId')} FROM ${ITEM_KINDS[type].table} item WHERE item.id = $1`,
      [id],
    );
    if (!item) return { viewers: [], total: 0 };
    const sets = await this.database.query(ROLE_SETS);
    const rows = await this.database.query(actorsWhere('owner.id = ANY($1::int[])'), [
      [...sets.map((set) => set.id), item.ownedBy],
    ]);
    const actors = new Map(rows.map((row) => [row.id, toActor(row)]));
    const sees = async (userId: number | null, ownedBy: number | null) => {
      const actor = userId === null ? undefined : actors.get(userId);
      return actor !== undefined && (await this.access.allows(actor, 'view', type, { ...item, ownedBy }));
    };
    const seen: string[] = [];
    for (const { id: userId, roles } of sets) if (await sees(userId, null)) seen.push(roles);
    const owner = (await sees(item.ownedBy, item.ownedBy)) ? item.ownedBy : null;
    const parameters = [owner, seen];
    const viewers = await this.database.query(
      sql`SELECT ${selectColumns(User, 'person', 'name', 'slug')} ${VIEWERS} ORDER BY fold(person.name), person.id LIMIT ${MAX_VIEWERS}`,
      parameters,
    );
    const total = selectComputed<{ total: number }>({ total: 'count(*)::int' });
    const [counted] = await this.database.query(sql`SELECT ${total} ${VIEWERS}`, parameters);
    return { viewers, total: counted?.total ?? 0 };
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
