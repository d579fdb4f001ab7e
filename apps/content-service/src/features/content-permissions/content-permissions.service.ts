import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { forbidden, notFound } from '@almanac/errors';
import type { Unchecked } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { canAllOrOwn } from '../../content/access/permission-rules';
import { PermissionScopes } from '../../content/access/permission-scopes';
import { ActivityLog } from '../../content/activity/activity-log';
import { ITEM_KINDS, type ItemType } from '../../content/kinds/item-kinds';
import { checked } from '../../content/stored-rules';
import type { FallbackPermissionsDto, Grants, UpdateContentPermissionsDto } from './content-permissions.dto';
import { presentContentPermissions } from './content-permissions.presenter';
import { ContentPermissionsRepository, type ManagedItem } from './content-permissions.repository';

/** The overrides and the owner of an item (content-behaviour §11.3). */
@Injectable()
export class ContentPermissionsService {
  constructor(
    private readonly database: Database,
    private readonly permissions: ContentPermissionsRepository,
    private readonly scopes: PermissionScopes,
    private readonly activity: ActivityLog,
  ) {}

  async read(type: ItemType, id: number, actor: Actor) {
    await this.managed(type, id, actor);
    return this.present(type, id);
  }

  update(type: ItemType, id: number, input: Unchecked<UpdateContentPermissionsDto>, actor: Actor) {
    return this.database.transaction(async () => {
      const item = await this.managed(type, id, actor);
      const dto = await checked(this.database, input);
      if (dto.role_permissions !== undefined || dto.fallback_permissions !== undefined)
        await this.scopes.override(type, id, () => this.applyOverrides(type, id, dto));
      if (dto.owner_id !== undefined) await this.permissions.changeOwner(type, id, dto.owner_id);
      await this.activity.item('permissions_update', type, item, actor);
      return this.present(type, id);
    });
  }

  /** @throws Problem 404 if the caller cannot see the item, 403 if the caller may not manage its permissions */
  private async managed(type: ItemType, id: number, actor: Actor): Promise<ManagedItem> {
    const item = (await this.permissions.find(type, id, actor)) ?? notFound(ITEM_KINDS[type].noun);
    if (!canAllOrOwn(actor, 'restrictions-manage', item.ownedBy)) forbidden();
    return item;
  }

  private async applyOverrides(type: ItemType, id: number, dto: UpdateContentPermissionsDto): Promise<void> {
    if (dto.role_permissions !== undefined) await this.permissions.replaceRoles(type, id, dto.role_permissions);
    if (dto.fallback_permissions !== undefined)
      await this.permissions.replaceFallback(type, id, grantsOf(dto.fallback_permissions));
  }

  private async present(type: ItemType, id: number) {
    return presentContentPermissions((await this.permissions.detail(type, id)) ?? notFound(ITEM_KINDS[type].noun));
  }
}

/** null if the item inherits. */
function grantsOf(fallback: FallbackPermissionsDto | null): Grants | null {
  if (fallback === null || fallback.inheriting) return null;
  const { view = false, create = false, update = false, delete: remove = false } = fallback;
  return { view, create, update, delete: remove };
}
