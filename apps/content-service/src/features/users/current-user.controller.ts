import { type Actor, CurrentActor, parseAuthorization } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { each, listOf, NamedSchema, orNull, record, Routes, TEXT, WHOLE } from '@almanac/openapi';
import { Controller, Get, Headers, Inject } from '@nestjs/common';
import { SETTINGS, type Settings, uploadLimitBytes } from '../../config';
import { ApiTokensService } from '../tokens/api-tokens.service';
import { UsersRepository } from './users.repository';

const TOKEN = record({ id: WHOLE, name: TEXT, scopes: orNull(listOf(TEXT)), expires_at: TEXT });

/** The caller, as `CurrentUserController` answers. */
const CURRENT_USER_SCHEMA = new NamedSchema(
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
@Routes({
  'GET /': {
    name: 'me',
    summary: 'Read the caller: roles, effective permissions, the token of the request and the limits',
    answer: CURRENT_USER_SCHEMA,
  },
})
@Controller('api/users/me')
export class CurrentUserController {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: ApiTokensService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async read(@CurrentActor() actor: Actor, @Headers('authorization') authorization?: string) {
    const credentials = parseAuthorization(authorization);
    // The public part of the token of the request; undefined in a session.
    const tokenId = typeof credentials === 'string' ? undefined : credentials.id;
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
