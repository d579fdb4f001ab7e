import { type Actor, type TokenCredentials, TokenVerifier, type Verdict } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { limitsOf, permissionsWithin } from './token-scopes';
import { secretMatches } from './token-secrets';
import { TokenUse } from './token-use';

interface VerifiedRow {
  token_id: number;
  scopes: string[] | null;
  secret_hash: Buffer;
  expired: boolean;
  id: number;
  name: string;
  slug: string;
  role_ids: number[];
  permissions: string[];
  is_admin: boolean;
}

const TOKEN_WITH_OWNER = `
  SELECT token.id AS token_id, token.scopes, token.secret_hash, token.expires_at <= (now() AT TIME ZONE 'UTC')::date AS expired, owner.id, owner.name, owner.slug,
    coalesce(array_agg(DISTINCT role.id) FILTER (WHERE role.id IS NOT NULL), '{}') AS role_ids,
    coalesce(array_agg(DISTINCT granted.permission) FILTER (WHERE granted.permission IS NOT NULL), '{}') AS permissions,
    coalesce(bool_or(role.system_name = 'admin'), false) AS is_admin
  FROM api_tokens token
  JOIN users owner ON owner.id = token.user_id
  LEFT JOIN user_roles held ON held.user_id = owner.id
  LEFT JOIN roles role ON role.id = held.role_id
  LEFT JOIN role_permissions granted ON granted.role_id = role.id
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
    const actor = toActor(row);
    if (!actor.permissions.has('access-api')) return { refusal: 'no-api-access' };
    this.use.note(row.token_id);
    return { actor };
  }
}

/** The one place where a token's scopes narrow its user: whoever gets this actor, in whichever service, gets no more than is left. */
function toActor({ id, name, slug, role_ids, permissions, is_admin, scopes }: VerifiedRow): Actor {
  const limits = limitsOf(scopes);
  return {
    id,
    name,
    slug,
    roleIds: role_ids,
    permissions: permissionsWithin(new Set(permissions), limits),
    isAdmin: is_admin,
    ...(limits && { limits }),
  };
}
