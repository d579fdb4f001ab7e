import type { ContentApp } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';
import { archiveOf, uploadArchive } from '../../../testing/archives';
import { libraryWorld } from './library-world';

/**
 * An odd name in every text field that pages show.
 * @param named makes odd names out of words
 * @returns the names and texts
 */
export async function oddWorld(app: ContentApp, admin: Person, named: (word: string) => string): Promise<string[]> {
  const names: string[] = [];
  const odd = (word: string) => {
    names.push(named(word));
    return named(word);
  };
  const send = async (method: 'post' | 'put', path: string, body: object) => {
    const answer = await app.api.as(admin)[method](path, body);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  };
  await libraryWorld(app, odd);
  await send('put', `/api/users/${admin.id}`, { name: odd('Ann') });
  await send('post', '/api/roles', { display_name: odd('Rower'), description: odd('May row') });
  await send('post', '/api/sort-rules', { name: odd('By name'), operations: ['name_asc'] });
  const hook = { name: odd('Hook'), endpoint: 'https://hooks.example/', events: ['all'] };
  await send('post', '/api/webhooks', hook);
  await send('post', `/api/users/${admin.id}/tokens`, { name: odd('Script') });
  const { id } = await app.given.book({ name: odd('Thrown away') });
  await app.api.as(admin).delete(`/api/books/${id}`);
  const packed = { chapter: { name: odd('Packed chapter'), pages: [{ name: odd('Packed page') }] } };
  await uploadArchive(app, admin, await archiveOf(packed));
  await send('put', '/api/settings', { app_name: odd('Almanac') });
  return names;
}
