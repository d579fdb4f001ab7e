import { type Actor, can } from '@almanac/auth';
import { Database } from '@almanac/database';
import { forbidden, notFound } from '@almanac/errors';
import { Unchecked } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ActivityLog, activityDetailOf } from '../../content/activity/activity-log';
import { keepActor } from '../../content/accounts/accounts';
import { User } from '../../content/accounts/user.entity';
import { ApiToken } from '../../content/accounts/api-token.entity';
import { presentNewToken, presentToken } from './api-token.presenter';
import { CreateTokenDto, type UpdateTokenDto } from './api-tokens.dto';
import { ApiTokensRepository } from './api-tokens.repository';
import { defaultExpiry, hashSecret, randomTokenPart } from './authentication/token-values';
import { isWithin, limitsOf } from './authentication/token-scopes';

/** For web pages, which neither page through tokens nor sort them. */
const NEWEST_FIRST: ListQuery = { count: 500, offset: 0, sort: 'id', descending: true, filters: [] };

/** For web pages: other features do not import the DTO. */
export const newToken = (input: object) => new Unchecked(CreateTokenDto, input);

/**
 * API tokens of users. Callers need `access-api` for their own tokens, and `users-manage` for all others (content-behaviour §1.3).
 * Permissions are checked before the user or token is looked up. A caller with a scoped token cannot manage tokens with a wider scope.
 */
@Injectable()
export class ApiTokensService {
  constructor(
    private readonly database: Database,
    private readonly tokens: ApiTokensRepository,
    private readonly activity: ActivityLog,
    @InjectRepository(User) private readonly users: Repository<User>,
  ) {}

  async list(userId: number, actor: Actor, query: ListQuery = NEWEST_FIRST) {
    await this.owner(userId, actor);
    return (await this.tokens.list(userId, query)).map(presentToken);
  }

  /**
   * The tokens of all users, for administrators.
   * @param search text in the name of the token or of its user
   * @throws Problem 403 without `users-manage`
   */
  async listAll(query: ListQuery, search: string, actor: Actor) {
    if (!can(actor, 'users-manage')) forbidden();
    return (await this.tokens.listAll(query, search)).map((token) => ({ ...presentToken(token), user: token.user }));
  }

  /** One token for the page that asks before it is revoked. */
  async find(userId: number, id: number, actor: Actor) {
    const owner = await this.owner(userId, actor);
    const token = await this.tokens.detail(id);
    if (token?.user_id !== userId) return notFound('Token');
    const isOfInstallation = await this.tokens.isOfInstallation(token.token_id);
    return { token: { ...presentToken(token), isOfInstallation }, owner };
  }

  /** The token that a caller uses, for that caller. @param tokenId its public part */
  async summary(tokenId: string) {
    const { id, name, scopes, expires_at } = (await this.tokens.byTokenId(tokenId)) ?? notFound('Token');
    return { id, name, scopes, expires_at };
  }

  /** @returns the token with its secret, which cannot be read again */
  create(userId: number, input: Unchecked<CreateTokenDto>, actor: Actor) {
    return this.database.transaction(async () => {
      await keepActor(this.database, actor);
      const owner = await this.owner(userId, actor);
      const dto = input.validate();
      const scopes = dto.scopes ?? null;
      this.requireReach(scopes, actor);

      const secret = randomTokenPart();
      const token: ApiToken = this.tokens.rows.create({
        userId,
        name: dto.name,
        tokenId: randomTokenPart(),
        secretHash: hashSecret(secret),
        expiresAt: dto.expires_at || defaultExpiry(),
        scopes,
      });
      await this.tokens.rows.insert(token);
      await this.record('create', token, owner, actor);
      return presentNewToken(await this.read(token.id), secret);
    });
  }

  update(userId: number, id: number, input: Unchecked<UpdateTokenDto>, actor: Actor) {
    return this.database.transaction(async () => {
      const [owner, token] = await this.changeable(userId, id, actor);
      const dto = input.validate();
      const name = dto.name ?? token.name;
      const scopes = dto.scopes === undefined ? token.scopes : dto.scopes;
      this.requireReach(scopes, actor);

      const expiresAt = dto.expires_at === undefined ? token.expiresAt : dto.expires_at || defaultExpiry();
      await this.tokens.rows.update(id, { name, scopes, expiresAt });
      await this.record('update', { id, name }, owner, actor);
      return presentToken(await this.read(id));
    });
  }

  remove(userId: number, id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const [owner, token] = await this.changeable(userId, id, actor);
      await this.tokens.rows.delete(id);
      await this.record('delete', token, owner, actor);
    });
  }

  /** As `remove`, without the id of the user. */
  async revoke(id: number, actor: Actor): Promise<void> {
    const { user_id: userId } = (await this.tokens.detail(id)) ?? notFound('Token');
    await this.remove(userId, id, actor);
  }

  /** @throws Problem 403 without permission for tokens of this user, 404 when there is no such user */
  private async owner(userId: number, actor: Actor): Promise<User> {
    if (!can(actor, actor.id === userId ? 'access-api' : 'users-manage')) forbidden();
    return (await this.users.findOneBy({ id: userId })) ?? notFound('User');
  }

  private async changeable(userId: number, id: number, actor: Actor): Promise<[owner: User, token: ApiToken]> {
    await keepActor(this.database, actor);
    const owner = await this.owner(userId, actor);
    const token = (await this.tokens.find(userId, id)) ?? notFound('Token');
    this.requireReach(token.scopes, actor);
    return [owner, token];
  }

  private requireReach(scopes: readonly string[] | null, actor: Actor): void {
    if (!isWithin(limitsOf(scopes), actor.limits)) forbidden();
  }

  private async record(
    event: 'create' | 'update' | 'delete',
    token: Pick<ApiToken, 'id' | 'name'>,
    owner: User,
    actor: Actor,
  ): Promise<void> {
    await this.activity.event(
      `api_token_${event}`,
      `${activityDetailOf(token)}; User: ${activityDetailOf(owner)}`,
      actor,
    );
  }

  private async read(id: number) {
    return (await this.tokens.detail(id)) ?? notFound('Token');
  }
}
