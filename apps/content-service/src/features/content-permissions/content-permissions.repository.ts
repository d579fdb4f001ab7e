import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { ITEM_KINDS, type ItemType } from '../../content/kinds/item-kinds';
import { userJson } from '../../content/kinds/item-sql';
import { ContentItem } from '../../content/kinds/shared-columns';
import type { Grants, RolePermissionDto } from './content-permissions.dto';
import type { ContentPermissionsRow } from './content-permissions.presenter';

const MANAGED = selectColumns(ContentItem, 'item', 'id', 'name', 'ownedBy');

export type ManagedItem = RowOf<typeof MANAGED>;

const GRANTS = `'view', permission."view", 'create', permission."create", 'update', permission."update", 'delete', permission."delete"`;

const INSERT = (key: string): string => `
  INSERT INTO entity_permissions (${key}, role_id, "view", "create", "update", "delete")
  SELECT $1, given.* FROM json_to_recordset($2) AS given (role_id int, "view" boolean, "create" boolean, "update" boolean, "delete" boolean)`;

/** Queries for the overrides of all kinds of items. */
@Injectable()
export class ContentPermissionsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  async find(type: ItemType, id: number, actor: Actor): Promise<ManagedItem | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, type, 'item', parameters);
    const [item] = await this.database.query(
      sql`SELECT ${MANAGED} FROM ${ITEM_KINDS[type].table} item WHERE ${visible} AND item.id = ${parameters.add(id)}`,
      parameters.values,
    );
    return item;
  }

  async detail(type: ItemType, id: number): Promise<ContentPermissionsRow | undefined> {
    const ofItem = `permission.${ITEM_KINDS[type].key} = item.id`;
    const columns = selectComputed<ContentPermissionsRow>({
      owner: userJson('item.owned_by'),
      fallback: `(SELECT json_build_object(${GRANTS}) FROM entity_permissions permission WHERE ${ofItem} AND permission.role_id IS NULL)`,
      role_permissions: `(SELECT coalesce(json_agg(json_build_object('role_id', role.id, 'display_name', role.display_name, ${GRANTS}) ORDER BY permission.id), '[]')
        FROM entity_permissions permission JOIN roles role ON role.id = permission.role_id WHERE ${ofItem})`,
    });
    const [row] = await this.database.query(
      sql`SELECT ${columns} FROM ${ITEM_KINDS[type].table} item WHERE item.id = $1`,
      [id],
    );
    return row;
  }

  async replaceRoles(type: ItemType, id: number, rows: readonly RolePermissionDto[]): Promise<void> {
    await this.database.query(
      `DELETE FROM entity_permissions WHERE ${ITEM_KINDS[type].key} = $1 AND role_id IS NOT NULL`,
      [id],
    );
    // The last row for a role wins.
    const byRole = new Map(rows.map((row) => [row.role_id, row]));
    await this.database.query(INSERT(ITEM_KINDS[type].key), [id, JSON.stringify([...byRole.values()])]);
  }

  /** @param grants null to inherit */
  async replaceFallback(type: ItemType, id: number, grants: Grants | null): Promise<void> {
    await this.database.query(`DELETE FROM entity_permissions WHERE ${ITEM_KINDS[type].key} = $1 AND role_id IS NULL`, [
      id,
    ]);
    if (grants)
      await this.database.query(INSERT(ITEM_KINDS[type].key), [id, JSON.stringify([{ ...grants, role_id: null }])]);
  }

  /** An unknown user changes nothing. */
  async changeOwner(type: ItemType, id: number, userId: number): Promise<void> {
    await this.database.query(
      `UPDATE ${ITEM_KINDS[type].table} SET ${setColumns(ContentItem, { ownedBy: '$2' })}
        WHERE id = $1 AND EXISTS (SELECT 1 FROM users WHERE id = $2)`,
      [id, userId],
    );
  }
}
