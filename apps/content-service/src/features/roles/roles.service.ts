import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { forbidden, notFound } from '@almanac/errors';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { ScopeDecisionCache } from '../../content/access/scope-decision-cache';
import { requireTokenScope } from '../../content/access/permission-rules';
import { ActivityLog } from '../../content/activity/activity-log';
import { changedFields } from '../../content/item-fields/changed-fields';
import { keepActor } from '../../content/accounts/accounts';
import { Role } from '../../content/accounts/role.entity';
import { refuseSelected } from '../../content/stored-rules';
import { presentNewRole, presentRole, presentRoleInList } from './role.presenter';
import type { CreateRoleDto, DeleteRoleDto, UpdateRoleDto } from './roles.dto';
import { RolesRepository } from './roles.repository';

/** Permissions that the administrator role always has: to repair roles, users and items (content-behaviour §12.3), and to call the API. */
export const REQUIRED_ADMIN_PERMISSIONS: readonly string[] = [
  'access-api',
  'users-manage',
  'user-roles-manage',
  'restrictions-manage-all',
  'restrictions-manage-own',
  'settings-manage',
];

@Injectable()
export class RolesService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesRepository,
    private readonly decisions: ScopeDecisionCache,
    private readonly activity: ActivityLog,
  ) {}

  async list(query: ListQuery) {
    return (await this.roles.list(query)).map(presentRoleInList);
  }

  async read(id: number) {
    return presentRole((await this.roles.detail(id)) ?? notFound('Role'));
  }

  create(dto: CreateRoleDto, actor: Actor) {
    requireTokenScope(actor, { permissions: dto.permissions ?? [], isAdmin: false });
    return this.database.transaction(async () => {
      const role: Role = this.roles.rows.create({
        displayName: dto.display_name,
        description: dto.description ?? null,
        externalAuthId: dto.external_auth_id ?? '',
        mfaEnforced: dto.mfa_enforced ?? false,
      });
      await this.roles.rows.insert(role);
      await this.roles.replacePermissions(role.id, dto.permissions ?? []);
      await this.activity.record('role_create', { id: role.id, name: role.displayName }, actor);
      return presentNewRole((await this.roles.detail(role.id)) ?? notFound('Role'), dto);
    });
  }

  update(id: number, dto: UpdateRoleDto, actor: Actor) {
    return this.database.transaction(async () => {
      await keepActor(this.database, actor);
      const role = (await this.roles.lock(id)) ?? notFound('Role');
      const changed = changedFields(role, {
        displayName: dto.display_name,
        description: dto.description,
        externalAuthId: dto.external_auth_id,
        mfaEnforced: dto.mfa_enforced,
      });
      await this.requireTokenScope(role, changed, dto.permissions ?? [], actor);
      if (Object.keys(changed).length > 0) await this.roles.rows.update(id, changed);
      if (dto.permissions) await this.roles.replacePermissions(id, withRequired(role, dto.permissions));
      await this.activity.record('role_update', { id, name: dto.display_name ?? role.displayName }, actor);
      return this.read(id);
    });
  }

  /** @param migrate_role_id another role, which the users of the deleted one get */
  remove(id: number, actor: Actor, { migrate_role_id: heirId }: DeleteRoleDto = {}): Promise<void> {
    return this.database.transaction(async () => {
      await keepActor(this.database, actor);
      if (typeof heirId === 'number') await this.roles.keepMembers(id);
      // A lower id is locked first, so that two deletions cannot deadlock.
      if (typeof heirId === 'number' && heirId < id) await this.requireHeir(heirId);
      const role = (await this.roles.lock(id)) ?? notFound('Role');
      if (role.systemName !== '') forbidden('This role is a system role and cannot be deleted');
      if (await this.roles.isForRegistration(id))
        forbidden('This role cannot be deleted while set as the default registration role');
      if (typeof heirId === 'number') {
        if (heirId >= id) await this.requireHeir(heirId, id);
        await this.roles.handOver(id, heirId);
      }
      // The overrides of the role are deleted with it. Scopes of items stay correct: decisions are computed from the overrides that exist.
      await this.decisions.beginChange();
      await this.roles.rows.delete(id);
      await this.activity.record('role_delete', { id, name: role.displayName }, actor);
    });
  }

  /** Locks the role. System roles are refused, because the users would become administrators or guests. */
  private async requireHeir(id: number, deletedId?: number): Promise<void> {
    const heir = id === deletedId ? null : await this.roles.lock(id);
    if (heir?.systemName !== '') refuseSelected('migrate_role_id');
  }

  /**
   * A token with limited scopes only adds permissions within its scopes.
   * To change the MFA rule or the external id of a role, its scopes must include all permissions of the role.
   */
  private async requireTokenScope(
    role: Role,
    changed: Partial<Role>,
    requested: readonly string[],
    actor: Actor,
  ): Promise<void> {
    if (!actor.limits) return;
    const current = (await this.roles.detail(role.id))?.permissions ?? [];
    requireTokenScope(actor, { permissions: requested.filter((name) => !current.includes(name)), isAdmin: false });
    const isAccessChanged = changed.mfaEnforced !== undefined || changed.externalAuthId !== undefined;
    if (isAccessChanged) requireTokenScope(actor, { permissions: current, isAdmin: role.systemName === 'admin' });
  }
}

const withRequired = ({ systemName }: Role, names: readonly string[]): readonly string[] =>
  systemName === 'admin' ? [...names, ...REQUIRED_ADMIN_PERMISSIONS] : names;
