import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { findPlatformPackage, usableBinaries } from './binaries';
import { blockingFolder, grantServerTraversal } from './server-account';
import { readNotes } from './server-notes';
import { kill, scratchFolder, spawnOwner, sql } from '../testing/scratch';

const nobody = { uid: 65_534, gid: 65_534 };
const settings = { fsync: 'off' };

/** Only root starts the server as another user, so other users skip these tests. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;

describeAsRoot('the user that runs the server for root', () => {
  const scratch = scratchFolder();
  const closed = path.join(scratch, 'closed');
  let elsewhere = '';

  beforeAll(() => mkdirSync(closed, { mode: 0o700 }));
  afterAll(() => {
    for (const folder of [scratch, elsewhere]) rmSync(folder, { recursive: true, force: true });
  });

  it('is blocked by the first closed folder of a path', () => {
    expect(blockingFolder(path.join(closed, 'a/b'), nobody)).toBe(closed);
    expect(blockingFolder(scratch, nobody)).toBeUndefined();
    expect(blockingFolder(closed, {})).toBeUndefined();
  });

  it.each<[name: string, mode: number, expected: { mode: number; gid: number }]>([
    ['closed', 0o700, { mode: 0o710, gid: nobody.gid }],
    ['open to its group', 0o750, { mode: 0o710, gid: nobody.gid }],
    ['open', 0o711, { mode: 0o711, gid: 0 }],
  ])('passes through a folder above its data that is %s, and no other user may enter that', (name, mode, expected) => {
    const folder = path.join(scratch, `above, ${name}`);
    mkdirSync(folder);
    chmodSync(folder, mode);
    grantServerTraversal(folder, path.join(folder, 'data'));
    const found = statSync(folder);
    expect({ mode: found.mode & 0o777, gid: found.gid }).toEqual(expected);
    expect(blockingFolder(folder, nobody)).toBeUndefined();
  });

  it('does not pass through a folder of which a closed folder is above', () => {
    const folder = path.join(closed, 'above');
    mkdirSync(folder, { mode: 0o700 });
    grantServerTraversal(folder, path.join(folder, 'data'));
    expect(statSync(folder)).toMatchObject({ gid: 0, mode: 0o40700 });
  });

  it('keeps its data in another folder when a closed folder contains the data folder', async () => {
    const dataDir = path.join(closed, 'data');
    const said: string[] = [];
    const postgres = await EmbeddedPostgres.start({ dataDir, settings, log: (line) => said.push(line) });
    elsewhere = /kept in (\S+)\.$/.exec(said.join())?.[1] ?? '';
    expect(said).toEqual([
      `PostgreSQL does not run as root, and the user that runs it may not enter ${closed}: its data is kept in ${elsewhere}.`,
    ]);
    expect(readFileSync(path.join(elsewhere, 'belongs-to.txt'), 'utf8')).toBe(`${dataDir}\n`);
    await postgres.createDatabase('kept');
    await postgres.stop();

    const again = await EmbeddedPostgres.start({ dataDir, settings });
    expect(await sql(again.url('kept'), 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    await again.stop();
  });

  it('receives a copy of the programs, with missing links, when a closed folder contains them', () => {
    const installed = findPlatformPackage();
    const hidden = path.join(closed, 'package');
    cpSync(installed.root, hidden, { recursive: true, verbatimSymlinks: true });
    const libraries = path.join(hidden, 'native/lib');
    for (const name of readdirSync(libraries))
      if (lstatSync(path.join(libraries, name)).isSymbolicLink()) rmSync(path.join(libraries, name));

    const place = path.join(scratch, 'place');
    mkdirSync(place, { mode: 0o711 });
    chmodSync(place, 0o711);
    const { postgres } = usableBinaries({ ...installed, root: hidden }, nobody, place);
    expect(postgres.startsWith(place)).toBe(true);
    expect(execFileSync(postgres, ['--version'], { ...nobody, encoding: 'utf8' })).toMatch(
      /^postgres \(PostgreSQL\) \d/,
    );
  });

  it('becomes the owner of a cluster that root copied', async () => {
    const dataDir = path.join(scratch, 'restored');
    mkdirSync(dataDir);
    cpSync(path.join(elsewhere, 'cluster'), path.join(dataDir, 'cluster'), { recursive: true });
    const { password } = readNotes(path.join(closed, 'data/server.json'));
    writeFileSync(path.join(dataDir, 'server.json'), JSON.stringify({ password, initialised: true }));
    expect(statSync(path.join(dataDir, 'cluster')).uid).toBe(0);

    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    expect(await sql(postgres.url('kept'), 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    await postgres.stop();
  });

  it('can use a cluster that an ordinary user created', async () => {
    const dataDir = path.join(scratch, 'of-a-user');
    mkdirSync(dataDir);
    chownSync(dataDir, nobody.uid, nobody.gid);
    const { owner, report } = await spawnOwner(dataDir, nobody);
    expect(report).toEqual({ url: expect.stringContaining('postgres://almanac:') });
    expect(existsSync(path.join(dataDir, 'cluster/PG_VERSION'))).toBe(true);
    owner.kill('SIGTERM');
    await kill(owner);

    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    expect(await sql(postgres.url('app'), 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    await postgres.stop();
  });
});

it('usableBinaries returns a PostgreSQL that finds its libraries', () => {
  const installed = findPlatformPackage();
  const { postgres } = usableBinaries(installed, {}, '/nonexistent');
  expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toContain(
    `(PostgreSQL) ${installed.version.split('.')[0]}.`,
  );
});
