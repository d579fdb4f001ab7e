// Creates the callers of the scenario packs directly in the database of content-service.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';

const part = () => randomBytes(16).toString('hex');

/**
 * @param databaseUrl of the content-service
 * @param file actors.json or calendar-actors.json of the packs
 * @param prefix of slugs and e-mail addresses, so that both sets of actors fit into one system
 * @returns {Promise<{actors: object, vars: object}>} headers by actor, and ids as `user_<actor>` and `role_<actor>`
 */
export async function createActors(databaseUrl, file, prefix) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const actors = {};
  const vars = {};
  try {
    for (const [key, actor] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
      actors[key] = {};
      if (actor.role === null) continue;
      const roleId = await roleFor(client, actor);
      const name = actor.name ?? `${prefix} ${key}`;
      const slug = name.toLowerCase().replaceAll(' ', '-');
      const email = actor.email ?? `${prefix}-${key}@example.com`;
      const userId = await idOf(client, 'INSERT INTO users (name, slug, email) VALUES ($1, $2, $3) RETURNING id', [
        name,
        slug,
        email,
      ]);
      await client.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [userId, roleId]);
      const [id, secret] = [part(), part()];
      const hash = createHash('sha256').update(secret).digest();
      const token = `INSERT INTO api_tokens (user_id, name, token_id, secret_hash, expires_at) VALUES ($1, 'Conformance', $2, $3, '2999-12-31')`;
      await client.query(token, [userId, id, hash]);
      actors[key] = { Authorization: `Token ${id}:${secret}` };
      vars[`user_${key}`] = userId;
      vars[`role_${key}`] = roleId;
    }
  } finally {
    await client.end();
  }
  return { actors, vars };
}

async function roleFor(client, { role, permissions }) {
  if (role === 'Admin') return idOf(client, `SELECT id FROM roles WHERE system_name = 'admin'`, []);
  // In the reference these roles have an empty description, and its answers show it.
  const roleId = await idOf(client, `INSERT INTO roles (display_name, description) VALUES ($1, '') RETURNING id`, [
    role,
  ]);
  await client.query('INSERT INTO role_permissions (role_id, permission) SELECT $1, unnest($2::text[])', [
    roleId,
    permissions,
  ]);
  return roleId;
}

async function idOf(client, sql, values) {
  const { rows } = await client.query(sql, values);
  return rows[0].id;
}
