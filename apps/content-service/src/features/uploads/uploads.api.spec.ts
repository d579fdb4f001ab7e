import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
const FOLDER = '/uploads/images/gallery/2026-11';

beforeAll(async () => {
  app = await startContent();
  await mkdir(path.join(app.storage, FOLDER), { recursive: true });
  for (const name of ['a.png', 'b.jpg', 'c.svg', 'd.html', 'F.WebP', 'E.PNG'])
    await writeFile(path.join(app.storage, FOLDER, name), `<${name}>`);
  await mkdir(path.join(app.storage, 'uploads/files'), { recursive: true });
  await writeFile(path.join(app.storage, 'uploads/files/secret.png'), 'private');
  await writeFile(path.join(app.storage, 'top.png'), 'private');
});
afterAll(() => app.close());

/** Sends the path unchanged; fetch would normalize it. */
const rawStatus = (target: string): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.api.baseUrl);
    http
      .get({ host: hostname, port, path: target }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      })
      .on('error', reject);
  });

describe('an uploaded image', () => {
  it('is public and cacheable, and its headers prevent execution', async () => {
    const { status, headers, text } = await app.api.get(`${FOLDER}/a.png`);
    expect({ status, text }).toEqual({ status: 200, text: '<a.png>' });
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-length')).toBe('7');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    expect(headers.get('expires')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    ['b.jpg', 'image/jpeg'],
    ['F.WebP', 'image/webp'],
    ['E.PNG', 'image/png'],
  ])('such as %s has the type %s', async (name, type) => {
    const { status, headers } = await app.api.get(`${FOLDER}/${name}`);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type });
  });

  it('supports HEAD', async () => {
    expect(await app.api.send('HEAD', `${FOLDER}/a.png`)).toMatchObject({ status: 200, text: '' });
  });

  it('returns 404 for other names and other file types', async () => {
    for (const name of ['missing.png', 'c.svg', 'd.html', 'a.png/', 'a', '']) {
      const { status, headers, text } = await app.api.get(`${FOLDER}/${name}`);
      expect(status).toBe(404);
      expect(headers.get('location')).toBe(`${app.baseUrl}/login`);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(text).not.toContain('<');
    }
  });
});

it.each([
  '/uploads/images/../files/secret.png',
  '/uploads/images/..%2ffiles%2fsecret.png',
  '/uploads/images/%2e%2e/files/secret.png',
  '/uploads/images/..%5cfiles%5csecret.png',
  '/uploads/images/gallery/../../../top.png',
  '/uploads/images/gallery/..%2f..%2f..%2ftop.png',
  '/uploads/images/%252e%252e/files/secret.png',
  '/uploads/images//etc/passwd.png',
  '/uploads/images/%2fetc%2fhosts.png',
  '/uploads/images/gallery/2026-11/a.png%00.png',
  '/uploads/images/gallery/2026-11/%00a.png',
  '/uploads/files/secret.png',
  '/uploads/images',
])('%s returns 401 or 404 without private content', async (target) => {
  const { status, text } = await rawStatus(target);
  expect([401, 404]).toContain(status);
  expect(text).not.toContain('private');
});

it.each(['%', '%zz', '%E0%A4%A'])('an address with the malformed part %s returns 400 or 404', async (part) => {
  expect([400, 404]).toContain((await rawStatus(`/uploads/images/${part}.png`)).status);
});
