import { type Actor, type TokenCredentials, TokenVerifier, type Verdict } from '@almanac/auth';
import { Database, type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ACTOR_COLUMNS, ACTOR_JOINS, toActor } from '../../../content/accounts/accounts';
import { ApiToken } from '../../../content/accounts/api-token.entity';
import { limitsOf, permissionsWithin } from './token-scopes';
import { secretMatches } from './token-values';
import { TokenUse } from './token-use';

const TOKEN_WITH_OWNER = sql`
  SELECT ${selectSnakeColumns(ApiToken, 'token', 'scopes', 'secretHash')},
    ${selectComputed<{ token_id: number; expired: boolean }>({
      token_id: 'token.id',
      expired: `token.expires_at <= (now() AT TIME ZONE 'UTC')::date`,
    })},
    ${ACTOR_COLUMNS}
  FROM api_tokens token
  JOIN users owner ON owner.id = token.user_id
  ${ACTOR_JOINS}
  WHERE token.token_id = $1
  GROUP BY token.id, owner.id`;

/** Checks a token against this service's own tables, in the order of content-behaviour §1.1. */
@Injectable()
export class DatabaseTokenVerifier extends TokenVerifier {
  constructor(
    private readonly database: Database,
    private readonly use: TokenUse,
  ) {
    super();
  }

  async verify({ id, secret }: TokenCredentials): Promise<Verdict> {
    const [row] = await this.database.query(TOKEN_WITH_OWNER, [id]);
    if (!row) return { refusal: 'unknown' };
    if (!secretMatches(secret, row.secret_hash)) return { refusal: 'wrong-secret' };
    if (row.expired) return { refusal: 'expired' };
    const actor = narrowed(row);
    if (!actor.permissions.has('access-api')) return { refusal: 'no-api-access' };
    this.use.note(row.token_id);
    return { actor };
  }
}

/** The only place that applies token scopes: every service gets this actor, and thus the reduced permissions. */
function narrowed(row: RowOf<typeof TOKEN_WITH_OWNER>): Actor {
  const [actor, limits] = [toActor(row), limitsOf(row.scopes)];
  return { ...actor, permissions: permissionsWithin(actor.permissions, limits), ...(limits && { limits }) };
}
