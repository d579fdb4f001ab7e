import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { validated } from '@almanac/validation';
import { type Next, notify } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ALL_PERMISSIONS } from '../../../content/access/permission-names';
import { listQuery } from '../../../web/list-batches';
import { containing, ListView } from '../../../web/settings-area/list-view';
import { recordFormRoutes } from '../../../web/settings-area/record-form-routes';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { CreateRoleDto, DeleteRoleDto, UpdateRoleDto } from '../roles.dto';
import { REQUIRED_ADMIN_PERMISSIONS, RolesService } from '../roles.service';
import { MATRIX, SINGLE_PERMISSIONS } from './permission-matrix';

const ROLES = '/settings/roles';
const MAX_CHOICES = 500;
const ID = /^[1-9]\d{0,8}$/;

/** The pages of roles. Their rules are those of the API. */
@Injectable()
export class RoleForms {
  constructor(private readonly roles: RolesService) {}

  async list(parameters: RawInput) {
    const list = new ListView(ROLES, parameters, {
      sorts: ['display_name', 'users_count', 'permissions_count', 'updated_at'],
      filters: ['search'],
    });
    const { rows, total } = await this.roles.list(list.query(containing('display_name', list.filters['search'])));
    return { title: 'Roles', list, rows, total, pager: list.pager(total) };
  }

  /** @param parameters.copy id of the role to copy, if any */
  async showNew({ copy: copied }: RawInput) {
    const original = typeof copied === 'string' && ID.test(copied) ? await this.roles.read(Number(copied)) : undefined;
    const role = original && {
      ...original,
      id: undefined,
      system_name: '',
      display_name: copyName(original.display_name),
    };
    return { ...FORM, title: original ? `Copy of ${original.display_name}` : 'New role', action: `${ROLES}/new`, role };
  }

  async create(form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const { id, display_name } = await this.roles.create(validated(CreateRoleDto, roleIn(form)), actor);
    notify(request, `The role “${display_name}” is created.`);
    return { url: `${ROLES}/${id}` };
  }

  async show(id: number) {
    const role = await this.roles.read(id);
    const locked = role.system_name === 'admin' ? REQUIRED_ADMIN_PERMISSIONS : [];
    return { ...FORM, title: role.display_name, action: `${ROLES}/${id}`, role, locked };
  }

  async save(id: number, form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const { display_name } = await this.roles.update(id, validated(UpdateRoleDto, roleIn(form)), actor);
    notify(request, `The role “${display_name}” is saved.`);
    return { url: `${ROLES}/${id}` };
  }

  async ask(id: number) {
    const [role, { rows }] = await Promise.all([
      this.roles.read(id),
      this.roles.list(listQuery({ sort: 'display_name', count: MAX_CHOICES })),
    ]);
    const others = rows.filter((one) => one.id !== id && one.system_name === '');
    const choices = others.map((one) => ({ value: String(one.id), label: one.display_name }));
    return {
      title: 'Delete a role',
      role,
      choices: [{ value: '', label: 'No other role' }, ...choices],
    };
  }

  async remove(id: number, form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const { migrate_role_id } = form;
    await this.roles.remove(id, actor, validated(DeleteRoleDto, { migrate_role_id: migrate_role_id || null }));
    notify(request, 'The role is deleted.');
    return { url: ROLES };
  }
}

/** Parts of the form that are the same for all roles. */
const NO_LOCKED_PERMISSIONS: readonly string[] = [];
const FORM = { matrix: MATRIX, singles: SINGLE_PERMISSIONS, locked: NO_LOCKED_PERMISSIONS };

const MAX_NAME = 180;

const copyName = (name: string): string => `${name.slice(0, MAX_NAME - 7)} (copy)`;

/** The fields of the form as members of `/api/roles`. Each permission has a checkbox with its name. */
const roleIn = (form: RawInput) => ({
  display_name: form['display_name'],
  description: form['description'],
  external_auth_id: form['external_auth_id'],
  mfa_enforced: form['mfa_enforced'] === 'on',
  permissions: ALL_PERMISSIONS.filter((name) => form[name] === 'on'),
});

@SettingsPage('settings/roles')
export class RoleSiteController extends recordFormRoutes('Role', 'features/roles/site') {
  constructor(protected override readonly forms: RoleForms) {
    super();
  }
}
