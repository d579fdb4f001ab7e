import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareShape, describeWithReference, Mailbox, type TestApi } from '@almanac/testing';
import { CONTENT_PERMISSIONS } from '../../content/access/permission-names';
import { CAPTURES } from './captures';
import { type ContentApp, startContent } from '../../testing/content-app';
import { IDENTITY_ANSWERS, leftOutOf } from './reference-deviations';

/** The captures of users and roles in the order in which they were taken: each depends on the data of the earlier ones. */
const STORY =
  `roles-list roles-read-api-viewer roles-read-admin roles-read-admin-all-permissions roles-create roles-read roles-update
  roles-update-without-permissions roles-read-after-update roles-create-unknown-permission roles-create-invalid roles-create-invalid-empty
  roles-create-denied roles-list-denied roles-read-not-found roles-update-too-short roles-delete-admin roles-delete-public
  roles-delete-not-found roles-delete-with-migrate roles-update-admin
  users-list users-read-guest users-create users-read users-create-minimal users-create-invite users-create-duplicate-email
  users-create-invalid users-create-invalid-empty users-create-unknown-role users-create-denied users-list-denied users-read-denied
  users-read-not-found users-update users-update-self-name-short users-update-email-taken users-update-not-found
  users-list-sort-last-activity users-delete-denied users-delete-not-found users-delete-migrate-invalid users-delete-with-migrate users-delete-migrate-unknown users-delete-only-admin
  users-delete-guest users-list-after`.split(/\s+/);

const isAtHand = existsSync(CAPTURES);

let mailbox: Mailbox;
let app: ContentApp;
let admin: TestApi;
let viewer: TestApi;
beforeAll(async () => {
  if (!isAtHand) return;
  mailbox = await Mailbox.open();
  app = await startContent(mailbox.environment);
  // The data of the captures: the first administrator calls; user 3 has role 5, and user 4 has no role of its own.
  await app.database.query(`UPDATE users SET email = 'admin@admin.com' WHERE id = 1`);
  await app.database.query(`DELETE FROM role_permissions WHERE permission <> ALL($1::text[])`, [CONTENT_PERMISSIONS]);
  const views = ['bookshelf', 'book', 'chapter', 'page'].map((type) => `${type}-view-all`);
  const caller = await app.given.user({ permissions: [...views, 'content-export'] });
  await app.database.query(
    `UPDATE users SET slug = 'reference-viewer', email = 'reference-viewer@example.com' WHERE id = 3`,
  );
  await app.database.query(
    `UPDATE roles SET display_name = 'Reference API Viewer', description = 'View everything and use the API' WHERE id = 5`,
  );
  await app.database.query(
    `INSERT INTO users (name, slug, email) VALUES ('Reference Noapi', 'reference-noapi', 'reference-noapi@example.com')`,
  );
  const secret = `${'A'.repeat(32)}:${'a'.repeat(32)}`;
  const token = `INSERT INTO api_tokens (user_id, name, token_id, secret_hash, expires_at) VALUES (1, 'Captures', $1, sha256($2), '2999-01-01')`;
  await app.database.query(token, ['A'.repeat(32), Buffer.from('a'.repeat(32))]);
  [admin, viewer] = [app.api.as({ token: secret }), app.api.as(caller)];
});
afterAll(async () => {
  if (!isAtHand) return;
  await app.close();
  await mailbox.close();
});

/** The request and the response of a capture, with the base URL of this app instead of the reference's. */
function capture(name: string) {
  const text = readFileSync(path.join(CAPTURES, `${name}.json`), 'utf8');
  const { request, status, body } = JSON.parse(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, app.baseUrl));
  const members = IDENTITY_ANSWERS[name]?.members;
  return { request, status: Number(status), body: members ? { ...body, ...members } : (body as unknown) };
}

const differences = (name: string, status: number, captured: unknown, ours: unknown): string[] =>
  compareShape(captured, ours, {
    ignore: ['data.*.last_activity_at', ...(IDENTITY_ANSWERS[name]?.ignore ?? []), ...leftOutOf(status)],
  });

describeWithReference(CAPTURES, 'the answers about users and roles captured from the reference', () => {
  it.each(STORY)('match ours for %s, apart from decided differences', async (name) => {
    const { request, status, body } = capture(name);
    const ours = await (name.endsWith('-denied') ? viewer : admin).send(request.method, request.path, request.body);
    const expected = IDENTITY_ANSWERS[name]?.status ?? status;
    const found = expected === status ? differences(name, status, body ?? '', ours.body) : [];
    expect([ours.status, found]).toEqual([expected, []]);
    // The reference deletes the user without a new owner for their items.
    if (name === 'users-delete-migrate-unknown') await admin.delete(request.path);
    // One of the captured requests removes most permissions of the administrators.
    await app.database.query(`INSERT INTO role_permissions SELECT 1, unnest($1::text[]) ON CONFLICT DO NOTHING`, [
      CONTENT_PERMISSIONS,
    ]);
  });

  it('are all compared by this test', () => {
    const names = readdirSync(CAPTURES).filter((file) => /^(users|roles)-/.test(file));
    expect([...STORY].sort()).toEqual(names.map((file) => path.basename(file, '.json')).sort());
  });
});
