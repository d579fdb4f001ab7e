import { type Actor, CurrentActor } from '@almanac/auth';
import { invalid } from '@almanac/errors';
import { Id, type RawInput, Unchecked } from '@almanac/http';
import { Mailer } from '@almanac/mail';
import { PostForm, type Next, notify } from '@almanac/web';
import { Injectable, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SiteSettings } from '../../../content/settings/site-settings';
import { ListView } from '../../../web/settings-area/list-view';
import { recordFormRoutes } from '../../../web/settings-area/record-form-routes';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { CreateUserDto, UpdateUserDto } from '../users.dto';
import { UsersRepository } from '../users.repository';
import { UsersService } from '../users.service';

const USERS = '/settings/users';
const ROLE_FIELD = /^role_([1-9]\d{0,8})$/;

/** The pages of users. Their rules are those of the API, but they refuse weak passwords. */
@Injectable()
export class UserForms {
  constructor(
    private readonly users: UsersService,
    private readonly repository: UsersRepository,
    private readonly site: SiteSettings,
    private readonly mailer: Mailer,
  ) {}

  async list(parameters: RawInput) {
    const list = new ListView(USERS, parameters, {
      sorts: ['name', 'email', 'last_activity_at', 'created_at'],
      filters: ['search'],
    });
    const { rows, total } = await this.users.list(list.query(), list.filters['search']);
    const ids = rows.map(({ id }) => id);
    const [roles, invited] = await Promise.all([this.repository.roleNames(ids), this.repository.invited(ids)]);
    const withRoles = rows.map((user) => ({
      ...user,
      roles: roles.get(user.id) ?? [],
      isInvited: invited.has(user.id),
    }));
    return { title: 'Users', list, rows: withRoles, total, pager: list.pager(total) };
  }

  async showNew() {
    const [roles, { registrationRoleId }] = await Promise.all([this.repository.choosableRoles(), this.site.current()]);
    const assigned = registrationRoleId === null ? [] : [registrationRoleId];
    return { title: 'New user', action: `${USERS}/new`, roles, assigned, sendsMail: this.mailer.configured };
  }

  /** A new user gets a password in the form, or chooses one by the link in an invitation. */
  async create(form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const isInvited = form['access'] === 'invitation';
    if (!isInvited && !form['password']) invalid({ password: ['The password field is required.'] });
    const access = isInvited ? { send_invite: true } : { password: form['password'] };
    const fields = { ...detailsIn(form), ...access, roles: chosenRoles(form) };
    const user = await this.users.create(new Unchecked(CreateUserDto, fields), actor, 'refused');
    notify(request, isInvited ? `${user.name} is invited by a mail to ${user.email}.` : `${user.name} is created.`);
    return { url: `${USERS}/${user.id}` };
  }

  async show(id: number) {
    const [user, isInvitable] = await Promise.all([this.users.read(id), this.users.isInvitable(id)]);
    const assigned = user.roles.map((role) => role.id);
    const roles = await this.repository.choosableRoles(assigned);
    return { title: user.name, action: `${USERS}/${id}`, user, roles, assigned, isInvitable };
  }

  /** Empty fields change nothing, as in the API. */
  async save(id: number, form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const { roles } = await this.users.read(id);
    const assigned = roles.map((role) => role.id);
    const choosable = new Set((await this.repository.choosableRoles(assigned)).map((role) => role.id));
    // Roles that the form does not show stay.
    const unlisted = assigned.filter((role) => !choosable.has(role));
    const password = form['password'] || undefined;
    const fields = { ...detailsIn(form), password, roles: [...unlisted, ...chosenRoles(form)] };
    const { name } = await this.users.update(id, new Unchecked(UpdateUserDto, fields), actor, 'refused');
    notify(request, `${name} is saved.`);
    return { url: `${USERS}/${id}` };
  }

  async invite(id: number, actor: Actor, request: Request): Promise<Next> {
    await this.users.invite(id, actor);
    const { email } = await this.users.read(id);
    notify(request, `The invitation is sent to ${email} again.`);
    return { url: `${USERS}/${id}` };
  }

  async ask(id: number) {
    const [user, owned] = await Promise.all([this.users.read(id), this.repository.countOwned(id)]);
    return { title: 'Delete a user', user, owned };
  }

  async remove(id: number, { new_owner: email }: RawInput, actor: Actor, request: Request): Promise<Next> {
    const heirId = typeof email === 'string' && email !== '' ? await this.ownerWith(email) : null;
    await this.users.remove(id, { migrate_ownership_id: heirId }, actor);
    notify(request, 'The user is deleted.');
    return { url: USERS };
  }

  private async ownerWith(email: string): Promise<number> {
    const id = await this.repository.idOf(email);
    return id ?? invalid({ new_owner: ['No user has this e-mail address.'] });
  }
}

const detailsIn = ({ name, email, external_auth_id, language }: RawInput) => ({
  name,
  email,
  external_auth_id,
  language,
});

const chosenRoles = (form: RawInput): number[] =>
  Object.entries(form).flatMap(([field, value]) => {
    const id = value === 'on' ? ROLE_FIELD.exec(field)?.[1] : undefined;
    return id === undefined ? [] : [Number(id)];
  });

@SettingsPage('settings/users')
export class UserSiteController extends recordFormRoutes('User', 'features/users/site') {
  constructor(protected override readonly forms: UserForms) {
    super();
  }

  @PostForm(':id/invitation')
  invite(@Id('User') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.invite(id, actor, request);
  }
}
