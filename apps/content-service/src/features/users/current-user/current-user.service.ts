import type { Actor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { ApiTokensService } from '../../tokens/api-tokens.service';
import { UsersRepository } from '../users.repository';

/** content-behaviour §22: the upload limit counts a megabyte as 1,000 kilobytes of 1,024 bytes. */
const BYTES_PER_UPLOADED_MEGABYTE = 1_000 * 1024;

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
    const { requestsPerMinute, requestsInFlight, uploadLimitMegabytes, defaultItemCount, maxItemCount } = this.settings;
    return {
      ...{ id, name, slug, email, roles },
      // Already restricted to the scopes of the token.
      permissions: [...actor.permissions].sort(),
      token,
      limits: {
        requests_per_minute: requestsPerMinute,
        requests_in_flight: requestsInFlight,
        upload_bytes: uploadLimitMegabytes * BYTES_PER_UPLOADED_MEGABYTE,
        default_count: Math.min(defaultItemCount, maxItemCount),
        max_count: maxItemCount,
      },
    };
  }
}
