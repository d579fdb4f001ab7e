import type { Actor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { each, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings, uploadLimitBytes } from '../../config';
import { ApiTokensService } from '../tokens/api-tokens.service';
import { UsersRepository } from './users.repository';

const TOKEN = record({ id: WHOLE, name: TEXT, scopes: orNull(listOf(TEXT)), expires_at: TEXT });

/** The caller, as `CurrentUserService` answers. */
export const CURRENT_USER_SCHEMA = new NamedSchema(
  'CurrentUser',
  record({
    ...each(TEXT, 'name', 'slug', 'email'),
    id: WHOLE,
    roles: listOf(record({ id: WHOLE, display_name: TEXT })),
    permissions: { ...listOf(TEXT), description: 'Effective permissions, within the scopes of the token' },
    token: { ...orNull(TOKEN), description: 'The token of the request; null in a session' },
    limits: record(
      each(WHOLE, 'requests_per_minute', 'requests_in_flight', 'upload_bytes', 'default_count', 'max_count'),
    ),
  }),
);

/** The account, the permissions and the limits of the caller. */
@Injectable()
export class CurrentUserService {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: ApiTokensService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param tokenId the public part of the token of the request; undefined in a session */
  async read(actor: Actor, tokenId: string | undefined) {
    const [user, token] = await Promise.all([
      this.users.detail(actor.id),
      tokenId === undefined ? null : this.tokens.summary(tokenId),
    ]);
    const { id, name, slug, email, roles } = user ?? notFound('User');
    const { requestsPerMinute, requestsInFlight, defaultItemCount, maxItemCount } = this.settings;
    return {
      ...{ id, name, slug, email, roles },
      // Already restricted to the scopes of the token.
      permissions: [...actor.permissions].sort(),
      token,
      limits: {
        requests_per_minute: requestsPerMinute,
        requests_in_flight: requestsInFlight,
        upload_bytes: uploadLimitBytes(this.settings),
        default_count: Math.min(defaultItemCount, maxItemCount),
        max_count: maxItemCount,
      },
    };
  }
}
