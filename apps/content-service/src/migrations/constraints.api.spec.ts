import { constraintsOf, refusedBy } from '@almanac/testing';
import { type ContentApp, startContent } from '../testing/content-app';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
  const { given } = app;
  for (let n = 0; n < 2; n += 1) {
    await given.editor();
    await given.shelf();
  }
  const { id: bookId } = await given.book();
  await given.book();
  for (let n = 0; n < 2; n += 1) {
    await given.chapter({ bookId });
    await given.page({ bookId });
  }
});
afterAll(() => app.close());

const HASH = `decode(repeat('00', 32), 'hex')`;
const SHORT_HASH = `decode(repeat('00', 31), 'hex')`;

/** Rows that share these values. Foreign keys would refuse them only at the end of the statement. */
const rows = (table: string, columns: string, ...values: string[]): string =>
  `INSERT INTO ${table} (${columns}) VALUES ${values.map((row) => `(${row})`).join(', ')}`;

/** Rows that belong to no item, and to two. */
const ofOneItem = (table: string, columns: string, values: string): [string, ...string[]][] => [
  [`${table}_one_item`, rows(table, columns, values)],
  [`${table}_one_item`, rows(table, `${columns}, book_id, page_id`, `${values}, 1, 1`)],
];

const RIGHTS = 'role_id, view, "create", update, delete';
const NO_ROLE = 'NULL, true, true, true, true';
const sortRule = (operations: string): [string, string] => [
  'sort_rules_operations',
  rows('sort_rules', 'name, operations', `'Rule', ${operations}`),
];

/** A statement for each constraint that only this one refuses. */
const REFUSED: [constraint: string, ...statements: string[]][] = [
  ['api_tokens_scopes_name_something', `UPDATE api_tokens SET scopes = '{}'`],
  ['api_tokens_secret_hash_is_sha256', `UPDATE api_tokens SET secret_hash = ${SHORT_HASH}`],
  ['api_tokens_token_id_key', `UPDATE api_tokens SET token_id = 'same'`],
  [
    'attachments_file_key',
    rows(
      'attachments',
      'page_id, name, external, path, "order"',
      `1, 'a', false, 'same', 1`,
      `2, 'b', false, 'same', 2`,
    ),
  ],
  ['backup_codes_code_hash_is_sha256', rows('backup_codes', 'user_id, code_hash', `1, ${SHORT_HASH}`)],
  ['books_slug_key', `UPDATE books SET slug = 'same', slug_rank = 1`],
  ['chapters_book_slug_key', `UPDATE chapters SET slug = 'same', slug_rank = 1`],
  ['comments_local_id_key', rows('comments', 'page_id, local_id, html', `1, 1, 'a'`, `1, 1, 'b'`)],
  ['deletions_deletable_key', rows('deletions', 'deletable_type, deletable_id', `'page', 1`, `'page', 1`)],
  ...ofOneItem('entity_permissions', RIGHTS, NO_ROLE),
  ...['shelf_id', 'book_id', 'chapter_id', 'page_id'].map((item): [string, string] => [
    `entity_permissions_${item}_role_key`,
    rows('entity_permissions', `${RIGHTS}, ${item}`, `${NO_ROLE}, 1`, `${NO_ROLE}, 1`),
  ]),
  ['images_path_key', rows('images', 'name, path, type', `'a', 'same', 'gallery'`, `'b', 'same', 'drawio'`)],
  [
    'imports_path_key',
    rows('imports', 'name, path, size, type, details', `'a', 'same', 1, 'book', '{}'`, `'b', 'same', 2, 'page', '{}'`),
  ],
  ['installation_is_one', rows('installation', 'id', '2')],
  ['installed_tokens_secret_hash_is_sha256', rows('installed_tokens', 'token_id, secret_hash', `'a', ${SHORT_HASH}`)],
  [
    'job_runs_unfinished_key',
    rows(
      'job_runs',
      'kind, subject, created_by, input, state',
      `'a', 1, 1, '{}', 'waiting'`,
      `'a', 1, 2, '{}', 'running'`,
    ),
  ],
  [
    'one_time_links_purpose_is_known',
    rows('one_time_links', 'purpose, user_id, token_hash, expires_at', `'log-in', 1, ${HASH}, now()`),
  ],
  [
    'one_time_links_token_hash_is_sha256',
    rows('one_time_links', 'purpose, user_id, token_hash, expires_at', `'invitation', 1, ${SHORT_HASH}, now()`),
  ],
  [
    'one_time_links_token_hash_key',
    rows(
      'one_time_links',
      'purpose, user_id, token_hash, expires_at',
      `'invitation', 1, ${HASH}, now()`,
      `'password-reset', 2, ${HASH}, now()`,
    ),
  ],
  [
    'page_revisions_number_key',
    rows(
      'page_revisions',
      'page_id, revision_number, name, slug, book_slug, html',
      `1, 9, 'a', 'a', 'a', ''`,
      `1, 9, 'b', 'b', 'b', ''`,
    ),
  ],
  ['pages_book_slug_key', `UPDATE pages SET slug = 'same', slug_rank = 1`],
  ['permission_scopes_chain_key', rows('permission_scopes', 'book_id, page_id', '9, 9', '9, 9')],
  ['permission_scopes_not_empty', `INSERT INTO permission_scopes DEFAULT VALUES`],
  ['permission_scopes_shelf_alone', rows('permission_scopes', 'shelf_id, page_id', '9, 9')],
  ['roles_system_name_key', `UPDATE roles SET system_name = 'same'`],
  ['shelves_slug_key', `UPDATE shelves SET slug = 'same', slug_rank = 1`],
  ...ofOneItem('slug_history', 'slug', `'former'`),
  sortRule(`'{}'`),
  sortRule(`array_fill('name_asc'::text, ARRAY[11])`),
  sortRule(`'{name_asc,by_colour}'`),
  ...ofOneItem('tags', 'name', `'Tag'`),
  [
    'users_email_key',
    `UPDATE users SET email = 'ann@x.test' WHERE id = (SELECT min(id) FROM users)`,
    `UPDATE users SET email = 'ÁNN@x.test' WHERE id = (SELECT max(id) FROM users)`,
  ],
  ['users_slug_key', `UPDATE users SET slug = 'same'`],
  ['users_system_name_key', `UPDATE users SET system_name = 'same'`],
  [
    'webhook_deliveries_message_key',
    rows('webhook_deliveries', 'webhook_id, message_id, event, body', `1, 'same', 'a', ''`, `1, 'same', 'b', ''`),
  ],
];

describe('the database', () => {
  it.each(REFUSED)('by %s refuses %s', async (constraint, ...statements) => {
    expect(await refusedBy(app.database.source, statements)).toBe(constraint);
  });

  it('has no constraint that is not among these', async () => {
    expect(await constraintsOf(app.database.source)).toEqual([...new Set(REFUSED.map(([name]) => name))].sort());
  });
});
