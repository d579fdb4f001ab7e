import { randomBytes } from 'node:crypto';

/** Creates an administrator besides the first one. @returns their token */
export async function tokenOfAnother(url: string, admin: string): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Token ${admin}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  };
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const password = randomBytes(12).toString('hex');
  const { id } = await post('/api/users', { name: 'Other', email, roles: [1], password });
  const made = await post(`/api/users/${String(id)}/tokens`, { name: 'bench' });
  return `${String(made['token_id'])}:${String(made['secret'])}`;
}
