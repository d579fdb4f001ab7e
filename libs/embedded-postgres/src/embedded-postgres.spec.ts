import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { runningProcess } from '@almanac/runtime';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { readNotes } from './cluster/server-notes';
import { gone, kill, postmasterPid, scratchFolder, spawnOwner, sql } from './testing/scratch';

const asRoot = process.getuid?.() === 0;
const settings = { fsync: 'off' };

describe('EmbeddedPostgres', () => {
  const scratch = scratchFolder();
  // All tests use one folder, one after the other, as an installation does.
  const dataDir = path.join(scratch, 'data');
  const cluster = path.join(dataDir, 'cluster');

  afterAll(() => rmSync(scratch, { recursive: true }));

  it('creates a database in a missing folder', async () => {
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    await postgres.createDatabase('app');
    await postgres.createDatabase('app');
    await sql(postgres.url('app'), 'CREATE TABLE kept (word text); INSERT INTO kept VALUES ($$ŽÉ$$)');
    expect(await sql(postgres.url('app'), 'SELECT lower(word) AS word FROM kept')).toEqual([{ word: 'žé' }]);
    await postgres.stop();
  });

  it('keeps data, port and password across a restart', async () => {
    const before: unknown = JSON.parse(readFileSync(path.join(dataDir, 'server.json'), 'utf8'));
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    expect(before).toMatchObject({ port: postgres.port, password: postgres.password });
    expect(await sql(postgres.url('app'), 'SELECT word FROM kept')).toEqual([{ word: 'ŽÉ' }]);
    await postgres.stop();
  });

  it('listens on 127.0.0.1 only, requires the password, and keeps it readable by its owner only', async () => {
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    expect(
      await sql(
        postgres.url('app'),
        `SELECT current_setting('listen_addresses') AS tcp, current_setting('unix_socket_directories') AS socket`,
      ),
    ).toEqual([{ tcp: '127.0.0.1', socket: '' }]);
    await expect(sql(postgres.url('app').replace(postgres.password, 'guess'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    );
    expect(statSync(path.join(dataDir, 'server.json')).mode & 0o777).toBe(0o600);
    expect(statSync(cluster).mode & 0o777).toBe(0o700);
    await postgres.stop();
  });

  it('splits words at dashes in full-text search if the locale uses UTF-8', async () => {
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    const [row] = await sql(
      postgres.url('app'),
      `SELECT datctype AS characters, to_tsvector('simple', 'foo—bar')::text AS words FROM pg_database WHERE datname = 'app'`,
    );
    expect([
      { characters: 'C.UTF-8', words: "'bar':2 'foo':1" },
      { characters: 'en_US.UTF-8', words: "'bar':2 'foo':1" },
      { characters: 'C', words: "'foo—bar':1" },
    ]).toContainEqual(row);
    await postgres.stop();
  });

  (asRoot ? it : it.skip)('runs as somebody else when we are root', async () => {
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    expect(statSync(`/proc/${postmasterPid(cluster)}`).uid).toBe(65_534);
    await postgres.stop();
  });

  it('uses another port when its own port is in use', async () => {
    const { port } = readNotes(path.join(dataDir, 'server.json'));
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    expect(postgres.port).not.toBe(port);
    await postgres.stop();
    squatter.close();
  });

  it('rejects a second start on the same folder, and names the first process', async () => {
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    await expect(EmbeddedPostgres.start({ dataDir, settings })).rejects.toThrow(`in use by process ${process.pid}`);
    expect(await sql(postgres.url('app'), 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    await postgres.stop();
  });

  it('resolves exited when the server dies, and can start again', async () => {
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    process.kill(postmasterPid(cluster), 'SIGKILL');
    await postgres.exited;
    const again = await EmbeddedPostgres.start({ dataDir, settings });
    expect(await sql(again.url('app'), 'SELECT word FROM kept')).toEqual([{ word: 'ŽÉ' }]);
    await again.stop();
  });

  it('waits for processes of a killed server, whatever they write', async () => {
    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    const client = new Client(postgres.url('app'));
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    process.kill(postmasterPid(cluster), 'SIGKILL');
    await postgres.exited;
    const writing = setInterval(
      () => appendFileSync(path.join(dataDir, 'server.log'), 'FATAL: its end\n'.repeat(20)),
      1,
    );
    setTimeout(() => process.kill(pid, 'SIGCONT'), 1_000);

    const again = await EmbeddedPostgres.start({ dataDir, settings });
    clearInterval(writing);
    await again.stop();
  });

  it('replaces a running server whose owner was killed', async () => {
    const { owner, report } = await spawnOwner(dataDir);
    const left = postmasterPid(cluster);
    await sql(report.url ?? '', 'CREATE TABLE written_by_owner ()');
    await kill(owner);
    expect(runningProcess(left)).toBeDefined();

    const said: string[] = [];
    const postgres = await EmbeddedPostgres.start({ dataDir, settings, log: (line) => said.push(line) });
    expect(said).toEqual([expect.stringContaining(`process ${left}) outlived`)]);
    expect(runningProcess(left)).toBeUndefined();
    expect(await sql(postgres.url('app'), 'SELECT * FROM written_by_owner')).toEqual([]);
    await postgres.stop();
  });

  it('ends a server with its killed owner, when that was asked for', async () => {
    const { owner } = await spawnOwner(dataDir, {}, ['ends-with-process']);
    const pid = postmasterPid(cluster);
    await kill(owner);
    await gone(pid);
  });

  it('recovers after owner and server were killed', async () => {
    const { owner, report } = await spawnOwner(dataDir);
    await sql(report.url ?? '', 'CREATE TABLE written_before_crash ()');
    process.kill(postmasterPid(cluster), 'SIGKILL');
    await kill(owner);

    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    expect(await sql(postgres.url('app'), 'SELECT * FROM written_before_crash')).toEqual([]);
    await postgres.stop();
  });

  it('does not stop another process that has the id of a dead server', async () => {
    const { owner } = await spawnOwner(dataDir);
    const pid = postmasterPid(cluster);
    process.kill(pid, 'SIGKILL');
    await kill(owner);
    await gone(pid);
    // As the server's own user, so that PostgreSQL would take it for a server and refuse to start.
    const innocent = spawn('sleep', ['60'], asRoot ? { uid: 65_534, gid: 65_534 } : {});
    const pidFile = path.join(cluster, 'postmaster.pid');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(innocent.pid)));

    const postgres = await EmbeddedPostgres.start({ dataDir, settings });
    expect(await sql(postgres.url('app'), 'SELECT word FROM kept')).toEqual([{ word: 'ŽÉ' }]);
    expect(innocent.exitCode ?? innocent.signalCode).toBeNull();
    await postgres.stop();
    await kill(innocent);
  });

  it('stops the server when its owner receives SIGTERM', async () => {
    const { owner } = await spawnOwner(dataDir);
    const pid = postmasterPid(cluster);
    owner.kill('SIGTERM');
    await gone(pid);
    expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false);
  });
});
