import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { multipart } from '../../../apps/content-service/src/testing/uploads';
import { backupStore, type BackupStore, emptyData, removeAll, RunningServices } from './testing/system';

const ROOT = path.resolve(__dirname, '../../..');
const PROGRAM = ['--require', path.join(ROOT, 'tools/typescript.cjs'), path.join(__dirname, 'main.ts')];

let original: RunningServices;
let target: BackupStore;
beforeAll(async () => {
  original = await RunningServices.start();
  target = await backupStore();
});
afterAll(async () => {
  await original.close();
  await removeAll();
});

/** Its exit code and everything that it printed. */
const run = (args: string[], settings: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...original.data.environment, BACKUP_URL: target.url, ...settings };
    execFile(process.execPath, [...PROGRAM, ...args], { env }, (failure, stdout, stderr) =>
      resolve({ code: failure ? 1 : 0, output: stdout + stderr }),
    );
  });

it('the program makes an encrypted backup, verifies it and restores it', async () => {
  const keys = await run(['keys']);
  const [, recipient = ''] = /BACKUP_RECIPIENT=(\S+)/.exec(keys.output) ?? [];
  const file = path.join(target.folder, 'key.txt');
  await writeFile(file, keys.output);

  const made = await run(['backup'], { BACKUP_RECIPIENT: recipient, BACKUP_KEEP: '1' });
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^The backup \S+ is complete\.\n/) });
  expect(made.output).toMatch(/^content: \d+ rows of \d+ tables, 0 files with 0 bytes$/m);
  const [, name = ''] = /^The backup (\S+) /.exec(made.output) ?? [];
  expect(await run(['list'])).toEqual({ code: 0, output: `${name}\n` });

  expect((await run(['backup', '--verify'])).output).toContain('Its content was not read');
  const key = { BACKUP_IDENTITY_FILE: file };
  expect(await run(['backup', '--verify'], key)).toMatchObject({
    code: 0,
    output: expect.stringContaining('is intact'),
  });

  const into = (await emptyData()).environment;
  expect(await run(['restore'], into)).toEqual({
    code: 1,
    output: 'The backup is encrypted. Set BACKUP_IDENTITY_FILE to the file of its key.\n',
  });
  expect(await run(['restore', name], { ...into, ...key })).toEqual({
    code: 0,
    output: `The backup ${name} is restored. Start the services.\n`,
  });
  expect(await run(['restore'], { ...into, ...key })).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  });
});

describe('the program records in the database', () => {
  const runs = async () =>
    (await original.content.database.query<{ complete: boolean }>('SELECT complete FROM backup_runs ORDER BY id')).map(
      ({ complete }) => complete,
    );
  beforeEach(() => original.content.database.query('DELETE FROM backup_runs'));

  it('whether a backup is complete or failed', async () => {
    expect(await run(['backup'], { BACKUP_URL: 'file:///dev/null/nowhere' })).toMatchObject({ code: 1 });
    expect(await run(['backup'])).toMatchObject({ code: 0 });
    expect(await runs()).toEqual([false, true]);
  });

  it('the latest hundred runs', async () => {
    await original.content.database.query(
      'INSERT INTO backup_runs (complete) SELECT false FROM generate_series(1, 200)',
    );
    expect(await run(['backup'])).toMatchObject({ code: 0 });
    expect(await runs()).toEqual([...Array<boolean>(99).fill(false), true]);
  });
});

it('a backup of a database that cannot record it is complete', async () => {
  await original.content.database.query('ALTER TABLE backup_runs RENAME TO former_runs');
  try {
    const { code, output } = await run(['backup']);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('The run is not recorded: relation') });
  } finally {
    await original.content.database.query('ALTER TABLE former_runs RENAME TO backup_runs');
  }
});

it('the program lists all invalid settings, without a stack', async () => {
  const { code, output } = await run(['backup'], {
    DATABASE_URL: '',
    BACKUP_RECIPIENT: 'age1nothing',
    BACKUP_IDENTITY_FILE: '/nowhere/key.txt',
  });
  expect(code).toBe(1);
  for (const fault of [
    'DATABASE_URL is required',
    'BACKUP_RECIPIENT must hold a key',
    'BACKUP_IDENTITY_FILE cannot be read',
  ])
    expect(output).toContain(fault);
  expect(output).not.toContain('    at ');
});

it('the program creates a missing folder only when told to, and never one that it reads', async () => {
  const editor = original.content.api.as(await original.content.given.editor());
  const { id } = await original.content.given.page();
  const form = multipart({ name: 'A', uploaded_to: id }, { file: { content: 'x', name: 'a.txt' } });
  expect((await editor.post('/api/attachments', form)).status).toBe(200);
  const missing = (name: string) => path.join(target.folder, name);
  const at = (name: string) => `file://${missing(name)}`;
  const creating = { STORAGE_CREATE: 'true' };
  const refused = (name: string) => ({
    code: 1,
    output: expect.stringMatching(new RegExp(`^The folder ${missing(name)} of the file store does not exist\\. .+\n$`)),
  });
  const backups = { BACKUP_URL: at('backups') };
  for (const command of ['backup', 'restore', 'list'])
    expect(await run([command], backups)).toEqual(refused('backups'));
  expect(await run(['list'], { ...backups, ...creating })).toEqual(refused('backups'));
  expect(await run(['backup'], { ...creating, STORAGE_URL: at('lost') })).toEqual(refused('lost'));
  expect(await run(['backup'], { ...backups, ...creating })).toMatchObject({ code: 0 });
  const into = {
    ...backups,
    ...(await emptyData()).environment,
    STORAGE_URL: at('content'),
    CALENDAR_STORAGE_URL: at('calendar'),
  };
  expect(await run(['restore'], into)).toEqual(refused('calendar'));
  expect(await run(['restore'], { ...into, ...creating })).toMatchObject({ code: 0 });
  expect(existsSync(missing('lost'))).toBe(false);
});
