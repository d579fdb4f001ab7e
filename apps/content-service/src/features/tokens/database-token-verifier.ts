import { type Actor, type TokenCredentials, TokenVerifier, type Verdict } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { secretMatches } from './token-secrets';

interface TokenRow {
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
  SELECT token.secret_hash, token.expires_at <= (now() AT TIME ZONE 'UTC')::date AS expired, owner.id, owner.name, owner.slug,
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
  constructor(private readonly database: Database) {
    super();
  }

  async verify({ id, secret }: TokenCredentials): Promise<Verdict> {
    const [row] = await this.database.query<TokenRow>(TOKEN_WITH_OWNER, [id]);
    if (!row) return { refusal: 'unknown' };
    if (!secretMatches(secret, row.secret_hash)) return { refusal: 'wrong-secret' };
    if (row.expired) return { refusal: 'expired' };
    const actor = toActor(row);
    return actor.permissions.has('access-api') ? { actor } : { refusal: 'no-api-access' };
  }
}

const toActor = ({ id, name, slug, role_ids, permissions, is_admin }: TokenRow): Actor => ({
  id,
  name,
  slug,
  roleIds: role_ids,
  permissions: new Set(permissions),
  isAdmin: is_admin,
});
