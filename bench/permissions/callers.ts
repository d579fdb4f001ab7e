import { createHash } from 'node:crypto';
import type { Client } from 'pg';

/** A caller of the benchmark. */
export interface SeededCaller {
  readonly name: string;
  /** `<id>:<secret>` */
  readonly token: string;
  /** Items that the caller's first role lets it view: `all` items or its `own`. */
  readonly sees: 'all' | 'own';
  /** Numbers of the caller's roles, counted from 1. */
  readonly roles: readonly [number, ...number[]];
}

const tokenOf = (letter: string): string => `${letter.repeat(32)}:${letter.repeat(32)}`;

/** Token of the administrator that the service creates, who has every permission. */
export const ADMINISTRATOR_TOKEN = tokenOf('a');

/** The first sees all items except those that overrides deny. The second sees its own items and those that overrides grant. */
export const RESTRICTED_CALLERS: readonly SeededCaller[] = [
  { name: 'restricted', token: tokenOf('r'), sees: 'all', roles: [1, 3, 4] },
  { name: 'own only', token: tokenOf('o'), sees: 'own', roles: [2, 5, 6] },
];

const ROLES = 20;
/** Each author, caller and administrator owns the same share of the library. */
const AUTHORS = 97;

/** Creates twenty roles, the callers with their tokens, and the authors of the library. Returns the ids of the roles. */
export async function seedPeople(client: Client): Promise<number[]> {
  const roleIds = await insertNumbered(client, 'roles (display_name)', `'Crew ' || n`, ROLES);
  for (const { name, token, sees, roles } of RESTRICTED_CALLERS) {
    const [tokenId = '', secret = ''] = token.split(':');
    const [userId] = await insertNumbered(
      client,
      'users (name, slug, email)',
      `'${name}', '${tokenId}', '${tokenId}@example.com'`,
      1,
    );
    const assigned = roles.map((number) => roleIds[number - 1]);
    await client.query('INSERT INTO user_roles (user_id, role_id) SELECT $1, unnest($2::int[])', [userId, assigned]);
    const permissions = [
      'access-api',
      ...['bookshelf', 'book', 'chapter', 'page'].map((type) => `${type}-view-${sees}`),
    ];
    await client.query('INSERT INTO role_permissions (role_id, permission) SELECT $1, unnest($2::text[])', [
      assigned[0],
      permissions,
    ]);
    await client.query(
      `INSERT INTO api_tokens (user_id, name, token_id, secret_hash, expires_at) VALUES ($1, 'Benchmark', $2, $3, '2999-12-31')`,
      [userId, tokenId, createHash('sha256').update(secret).digest()],
    );
  }
  const author = `'Author ' || n, 'author-' || n, 'author-' || n || '@example.com'`;
  await insertNumbered(client, 'users (name, slug, email)', author, AUTHORS);
  return roleIds;
}

async function insertNumbered(client: Client, into: string, values: string, amount: number): Promise<number[]> {
  const sql = `INSERT INTO ${into} SELECT ${values} FROM generate_series(1, ${amount}) n RETURNING id`;
  return (await client.query<{ id: number }>(sql)).rows.map(({ id }) => id);
}
