import { type Actor, type TokenCredentials, TokenVerifier, type Verdict } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ACTOR_COLUMNS, ACTOR_JOINS, type ActorRow, toActor } from '../../../content/accounts/accounts';
import { limitsOf, permissionsWithin } from './token-scopes';
import { secretMatches } from './token-values';
import { TokenUse } from './token-use';

interface VerifiedRow extends ActorRow {
  token_id: number;
  scopes: string[] | null;
  secret_hash: Buffer;
  expired: boolean;
}

const TOKEN_WITH_OWNER = `
  SELECT token.id AS token_id, token.scopes, token.secret_hash, token.expires_at <= (now() AT TIME ZONE 'UTC')::date AS expired,
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
    const [row] = await this.database.query<VerifiedRow>(TOKEN_WITH_OWNER, [id]);
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
function narrowed(row: VerifiedRow): Actor {
  const [actor, limits] = [toActor(row), limitsOf(row.scopes)];
  return { ...actor, permissions: permissionsWithin(actor.permissions, limits), ...(limits && { limits }) };
}
