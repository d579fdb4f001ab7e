import type { Database } from '@almanac/database';
import { ApiToken } from '../content/accounts/api-token.entity';
import type { User } from '../content/accounts/user.entity';
import { type ActivityLog, activityDetailOf } from '../content/activity/activity-log';
import { hashSecret } from '../features/tokens/authentication/token-values';

/** No user in the audit log: the operator who runs a command is not logged in. */
export const OPERATOR = { id: 0 };

/** Where commands write. */
export interface Writing {
  readonly database: Database;
  readonly activity: ActivityLog;
}

type NewToken = Readonly<Pick<ApiToken, 'name' | 'tokenId' | 'expiresAt'> & { secret: string }>;

/** Creates a token without scopes for an account. */
export async function addToken(
  { database, activity }: Writing,
  owner: Pick<User, 'id' | 'name'>,
  { secret, ...fields }: NewToken,
): Promise<void> {
  const columns = { ...fields, userId: owner.id, secretHash: hashSecret(secret), scopes: null };
  const token: ApiToken = database.manager.create(ApiToken, columns);
  await database.manager.insert(ApiToken, token);
  await activity.event('api_token_create', `${activityDetailOf(token)}; User: ${activityDetailOf(owner)}`, OPERATOR);
}
