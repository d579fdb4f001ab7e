import { createHash, randomBytes } from 'node:crypto';
import { onDatabase } from './seeding-client';

/**
 * Creates a caller whose role may view everything. Hides every tenth book with its contents, but opens every twentieth to the
 * caller's role again.
 * @returns the Authorization header
 */
export async function seedRestrictedCaller(url: string): Promise<string> {
  const [tokenId, secret] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  return onDatabase(url, async (client) => {
    await client.query(
      `WITH role AS (INSERT INTO roles (display_name) VALUES ('Readers') RETURNING id),
        person AS (INSERT INTO users (name, slug, email) VALUES ('Reader', 'reader', 'reader@example.com') RETURNING id),
        membership AS (INSERT INTO user_roles (user_id, role_id) SELECT person.id, role.id FROM person, role),
        rights AS (INSERT INTO role_permissions (role_id, permission) SELECT role.id, name FROM role, permissions WHERE name = 'access-api' OR name LIKE '%-view-all'),
        granted AS (INSERT INTO entity_permissions (book_id, role_id, "view", "create", "update", "delete")
          SELECT books.id, role.id, true, false, false, false FROM books, role WHERE books.id % 20 = 0)
       INSERT INTO api_tokens (user_id, name, token_id, secret_hash, expires_at) SELECT id, 'Bench', $1, $2, '2999-12-31' FROM person`,
      [tokenId, createHash('sha256').update(secret).digest()],
    );
    await client.query(`
      INSERT INTO entity_permissions (book_id, "view", "create", "update", "delete") SELECT id, false, false, false, false FROM books WHERE id % 10 = 0`);
    await client.query('INSERT INTO permission_scopes (book_id) SELECT id FROM books WHERE id % 10 = 0');
    for (const [table, key] of [
      ['books', 'id'],
      ['chapters', 'book_id'],
      ['pages', 'book_id'],
    ])
      await client.query(
        `UPDATE ${table} item SET scope_id = scope.id FROM permission_scopes scope WHERE scope.book_id = item.${key}`,
      );
    await client.query('VACUUM ANALYZE');
    return `Token ${tokenId}:${secret}`;
  });
}
