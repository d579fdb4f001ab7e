import { VisitingBrowser } from '@almanac/testing';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { member } from '../testing/answers';
import { type ContentApp, SERVICE_SECRET, startContent } from '../testing/content-app';

const ROOT = path.resolve(__dirname, '../../../..');
const BASE_URL = 'http://docs.example';

let app: ContentApp;
beforeEach(async () => {
  app = await startContent({ BASE_URL });
});
afterEach(() => app.close());

interface Run {
  code: number;
  output: string;
  errors: string;
}

/** Runs the command while the service is running, like an operator. */
function recoverAdmin(...args: string[]): Promise<Run> {
  const script = [
    '--require',
    path.join(ROOT, 'tools/typescript.cjs'),
    path.join(ROOT, 'apps/content-service/src/main.ts'),
  ];
  const settings = {
    DATABASE_URL: app.databaseUrl,
    STORAGE_URL: pathToFileURL(app.storage).href,
    SERVICE_SECRET,
    BASE_URL,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...script, 'recover-admin', ...args],
      { env: { ...process.env, ...settings } },
      (failure, output, errors) => resolve({ code: failure ? 1 : 0, output, errors }),
    );
  });
}

const printed = ({ output }: Run, label: string) => new RegExp(`^${label} +(\\S+)`, 'm').exec(output)?.[1] ?? '';

it('recover-admin restores the permissions of the role and sets a password and a token', async () => {
  await app.database.query(`DELETE FROM role_permissions WHERE role_id = 1`);
  const visitor = new VisitingBrowser(app.api);
  for (let guess = 0; guess < 6; guess += 1) await visitor.logIn({ email: 'admin@example.com', password: 'forgotten' });
  const run = await recoverAdmin();
  expect(run.code).toBe(0);
  const admin = app.api.as({ token: printed(run, 'API token') });
  const role = (await admin.get('/api/roles/1')).body;
  const [all] = await app.database.query<{ names: string[] }>(
    'SELECT array_agg(name ORDER BY name COLLATE "C") AS names FROM permissions',
  );
  expect(member(role, 'permissions')).toEqual(all?.names);
  const credentials = { email: printed(run, 'E-mail'), password: printed(run, 'Password') };
  expect((await visitor.logIn(credentials)).headers.get('location')).toBe('/');
  const trail = await app.database.query<{ type: string }>(
    'SELECT type FROM activities WHERE user_id IS NULL ORDER BY id',
  );
  expect(trail.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['role_update', 'user_update', 'api_token_create']),
  );
});

it('recover-admin makes a named user an administrator and can remove the second factor', async () => {
  const person = await app.given.viewer();
  const email = `${person.slug}@example.com`;
  await app.database.query(`INSERT INTO totp_secrets (user_id, sealed_secret, last_step) VALUES ($1, '', 0)`, [
    person.id,
  ]);
  expect((await recoverAdmin(email.toUpperCase())).output).toContain('--without-second-factor');
  const run = await recoverAdmin(email, '--without-second-factor');
  expect(printed(run, 'E-mail')).toBe(email);
  expect((await app.api.as({ token: printed(run, 'API token') }).get('/api/users')).status).toBe(200);
  const visitor = new VisitingBrowser(app.api);
  expect((await visitor.logIn({ email, password: printed(run, 'Password') })).headers.get('location')).toBe('/');
});

it('recover-admin fails with a readable message for an unknown email address', async () => {
  const { code, errors } = await recoverAdmin('nobody@example.com');
  expect(code).toBe(1);
  expect(errors.trim().split('\n').at(-1)).toBe(
    'No user has the e-mail address nobody@example.com. The first administrator is admin@example.com.',
  );
});
