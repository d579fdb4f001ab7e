import { type Actor, hashPassword, weaknessOf } from '@almanac/auth';
import { Database } from '@almanac/database';
import { forbidden, invalid, notFound, Problem } from '@almanac/errors';
import { Unchecked } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ActivityLog, activityDetailOf } from '../../content/activity/activity-log';
import { keepActor } from '../../content/accounts/accounts';
import { OneTimeLinks } from '../../content/accounts/one-time-links';
import { changedFields } from '../../content/item-fields/changed-fields';
import { SlugService } from '../../content/slugs/slug.service';
import { checked, refuseSelected, requireStored } from '../../content/stored-rules';
import { Invitations } from '../invitations/invitations';
import { UserRoles } from './user-roles';
import { User } from '../../content/accounts/user.entity';
import { presentUser, presentUserInList } from './user.presenter';
import { CreateUserDto, DeleteUserDto, UpdateUserDto } from './users.dto';
import { UsersRepository } from './users.repository';

/** Our own pages refuse weak passwords. The API accepts them, as its contract says, and the audit log notes them. */
type WeakPasswords = 'noted' | 'refused';

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly userRoles: UserRoles,
    private readonly invitations: Invitations,
    private readonly links: OneTimeLinks,
    private readonly slugs: SlugService,
    private readonly activity: ActivityLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param search a part of the name or of the e-mail address */
  async list(query: ListQuery, search?: string) {
    return (await this.users.list(query, search)).map((user) => presentUserInList(user, this.settings.baseUrl));
  }

  async read(id: number) {
    return presentUser((await this.users.detail(id)) ?? notFound('User'), this.settings.baseUrl);
  }

  async create(input: Unchecked<CreateUserDto>, actor: Actor, weakPasswords: WeakPasswords = 'noted') {
    const dto = await checked(this.database, input);
    const note = await noteOn(dto.password, dto, weakPasswords);
    if (dto.send_invite) this.invitations.requireMail();
    // A user without a password sets one by invitation or password reset.
    const passwordHash = dto.password === undefined ? null : await hashPassword(dto.password);
    return this.database.transaction(async () => {
      await keepActor(this.database, actor);
      // Checked again: the transaction starts again when another request takes the address first.
      await requireStored(this.database, CreateUserDto, { email: dto.email });
      const user: User = this.users.rows.create({
        name: dto.name,
        slug: await this.slugs.ofUser(dto.name),
        email: dto.email,
        externalAuthId: dto.external_auth_id ?? '',
        language: dto.language || null,
        passwordHash,
        systemName: null,
      });
      // Before the row, because each attempt to write it takes an id.
      const token = dto.send_invite && (await this.invitations.send(user, ', so the user was not created'));
      await this.users.rows.insert(user);
      await this.userRoles.assign(user, dto.roles, actor);
      await this.activity.event('user_create', activityDetailOf(user) + note, actor);
      if (token) await this.invitations.issue(user.id, token);
      return this.read(user.id);
    });
  }

  /** Whether an invitation can be sent again. */
  async isInvitable(id: number): Promise<boolean> {
    const user = await this.users.rows.findOneBy({ id });
    return this.invitations.isConfigured && user !== null && lacksPassword(user);
  }

  /** Sends the invitation again. @throws Problem 409 for a user who has a password, or when no mail server is configured */
  invite(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const user = (await this.users.lock(id, actor)) ?? notFound('User');
      if (!this.invitations.isConfigured)
        throw new Problem(409, 'Invitations cannot be sent because no mail server is configured.');
      if (!lacksPassword(user))
        throw new Problem(409, 'This user has a password already. A forgotten one can be reset at the log-in.');
      await this.activity.record('user_invite', user, actor);
      await this.invitations.issue(id, await this.invitations.send(user));
    });
  }

  /** Empty texts change nothing (content-behaviour §13). */
  async update(id: number, input: Unchecked<UpdateUserDto>, actor: Actor, weakPasswords: WeakPasswords = 'noted') {
    const dto = await checked(this.database, input, id);
    const passwordHash = dto.password === undefined ? undefined : await hashPassword(dto.password);
    return this.database.transaction(async () => {
      const user = (await this.users.lock(id, actor)) ?? notFound('User');
      if (dto.email !== undefined) await requireStored(this.database, UpdateUserDto, { email: dto.email }, id);
      const { name = user.name, email = user.email } = dto;
      const note = await noteOn(dto.password, { name, email }, weakPasswords);
      const changed = changedFields(user, {
        name,
        slug: name === user.name ? user.slug : await this.slugs.ofUser(name, id),
        email: dto.email,
        externalAuthId: dto.external_auth_id || undefined,
        language: dto.language || undefined,
        passwordHash,
      });
      const isIdentityChanged = [changed.email, changed.externalAuthId, changed.passwordHash].some(
        (value) => value !== undefined,
      );
      if (isIdentityChanged) await this.userRoles.requireTokenScope(id, actor);
      if (Object.keys(changed).length > 0) await this.users.rows.update(id, changed);
      // Links sent to the old address or for the old password must no longer work.
      if (changed.email !== undefined || passwordHash !== undefined) await this.links.revoke(id);
      if (dto.roles) await this.userRoles.replace(user, dto.roles, actor);
      await this.activity.event('user_update', activityDetailOf({ id, name }) + note, actor);
      return this.read(id);
    });
  }

  /** For the page of the own account. */
  updateProfile(id: number, profile: { name: string; email: string }, actor: Actor) {
    return this.update(id, new Unchecked(UpdateUserDto, profile), actor);
  }

  remove(id: number, { migrate_ownership_id: heirId }: DeleteUserDto, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const user = (await this.users.lock(id, actor, heirId ?? id)) ?? notFound('User');
      if (user.systemName !== null) forbidden('You cannot delete the guest user');
      if (await this.userRoles.isOnlyAdministrator(id)) forbidden('You cannot delete the only admin');
      if (heirId) await this.handOver(id, heirId);
      await this.users.rows.delete(id);
      await this.activity.record('user_delete', user, actor);
    });
  }

  private async handOver(id: number, heirId: number): Promise<void> {
    if (heirId === id) refuseSelected('migrate_ownership_id');
    await requireStored(this.database, DeleteUserDto, { migrate_ownership_id: heirId });
    await this.users.handOver(id, heirId);
  }
}

/** The guest never has a password. */
const lacksPassword = ({ passwordHash, systemName }: User): boolean => passwordHash === null && systemName === null;

/** @returns an addition to the entry of the audit log, without the password. @throws Problem 422 when weak passwords are refused */
async function noteOn(
  password: string | undefined,
  owner: Pick<User, 'name' | 'email'>,
  weakPasswords: WeakPasswords,
): Promise<string> {
  const weakness = password === undefined ? undefined : await weaknessOf(password, owner);
  if (weakness === undefined) return '';
  return weakPasswords === 'refused' ? invalid({ password: [weakness] }) : '; weak password';
}
