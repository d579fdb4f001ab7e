import type { Database } from '@almanac/database';
import { ReplicatedServer, until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { replicaReads, untilReplicaAnswers } from '../../testing/replica-reads';

let server: ReplicatedServer;
/** Another process, without the replica. */
let writer: ContentApp;
let editor: Person;
beforeAll(async () => {
  server = await ReplicatedServer.start();
  writer = await startContent();
  editor = await writer.given.editor();
  await server.catchUp(writer.databaseUrl);
});
afterAll(async () => {
  await writer.close();
  await server.stop();
});

/** Waits for reads by other code. */
async function untilMoreReads(target: 'replica' | 'primary', reason?: string): Promise<void> {
  const before = await replicaReads(target, reason);
  await until(async () => (await replicaReads(target, reason)) > before);
}

const startReader = (more: Record<string, string> = {}): Promise<ContentApp> =>
  startContent({
    DATABASE_URL: writer.databaseUrl,
    DATABASE_READ_URL: server.readUrl(writer.databaseUrl),
    LOG_LEVEL: 'silent',
    ...more,
  });

describe.each(['true', 'false'])('with a replica, and DATABASE_PREPARED_STATEMENTS %s', (prepared) => {
  let reader: ContentApp;
  beforeAll(async () => {
    reader = await startReader({ DATABASE_PREPARED_STATEMENTS: prepared });
  });
  afterAll(() => reader.close());

  const list = () => reader.api.as(editor).get('/api/books?sort=-id&count=5');
  /** Changes the database, so that no cached answer is right. */
  const create = async (): Promise<string> => {
    const { body } = await writer.api.as(editor).post('/api/books', { name: `Book ${prepared} ${(created += 1)}` });
    return JSON.stringify(body);
  };
  let created = 0;
  const nameOf = (book: string) => /"name":"([^"]+)"/.exec(book)?.[1] ?? '';

  it('lists, searches and exports come from the replica while it is current', async () => {
    const page = await writer.given.page();
    for (const path of ['/api/books', '/api/search?query=book', `/api/pages/${page.id}/export/html`, '/api/tags/names'])
      await untilReplicaAnswers(async () => {
        await create();
        expect((await reader.api.as(await writer.given.admin()).get(path)).status).toBe(200);
      });
  });

  it('a list shows the write of another process while the replica is held back', async () => {
    await untilReplicaAnswers(async () => {
      await create();
      await list();
    });
    await server.pause(writer.databaseUrl);
    try {
      const before = await replicaReads('replica');
      for (let n = 0; n < 5; n += 1) {
        const name = nameOf(await create());
        expect((await list()).text).toContain(`"${name}"`);
      }
      expect(await replicaReads('replica')).toBe(before);
    } finally {
      await server.resume(writer.databaseUrl);
    }
    await untilReplicaAnswers(async () => {
      const name = nameOf(await create());
      expect((await list()).text).toContain(`"${name}"`);
    });
  });

  it('work reads its own transaction while the replica is held back', async () => {
    const { database } = reader;
    const value = () => database.query<{ value: string }>(`SELECT value FROM settings WHERE name = 'own'`);
    await server.pause(writer.databaseUrl);
    try {
      await database.onReplica(async () => {
        await value();
        for (const text of ['first', 'second']) {
          await database.transaction(() =>
            database.query(
              `INSERT INTO settings (name, value) VALUES ('own', $1) ON CONFLICT (name) DO UPDATE SET value = $1`,
              [text],
            ),
          );
          expect(await value()).toEqual([{ value: text }]);
        }
      });
    } finally {
      await server.resume(writer.databaseUrl);
    }
  });

  it('a statement that the replica cancels is repeated on the primary', async () => {
    const before = await replicaReads('primary', 'cancelled');
    await until(async () => {
      const rows = await slowOnReplica(reader.database);
      expect(rows).toEqual([{ isReplica: false }]);
      return (await replicaReads('primary', 'cancelled')) > before;
    });
  });

  it('a statement that the replica refuses is repeated on the primary', async () => {
    const before = await replicaReads('primary', 'refused');
    const next = () => reader.database.query<{ next: string }>(`SELECT nextval('books_id_seq') AS next`);
    await until(async () => {
      expect(await reader.database.onReplica(next)).toHaveLength(1);
      return (await replicaReads('primary', 'refused')) > before;
    });
  });

  it('no request fails when the replica is killed, and readiness is degraded until it is back', async () => {
    let isDone = false;
    const statuses = new Set<number>();
    const load = Array.from({ length: 6 }, async () => {
      while (!isDone) {
        await create();
        statuses.add((await list()).status);
      }
    });
    await untilMoreReads('replica');
    await server.killReplica();
    await until(async () => (await reader.api.get('/readyz')).text.includes('degraded'));
    expect(await reader.api.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { database: 'ok', replica: 'failing' } },
    });
    await untilMoreReads('primary', 'resting');
    await server.restartReplica();
    await untilMoreReads('replica');
    isDone = true;
    await Promise.all(load);
    expect([...statuses]).toEqual([200]);
    expect((await reader.api.get('/readyz')).body).toMatchObject({ status: 'ok', checks: { replica: 'ok' } });
  });

  /** Runs a read that sleeps on the replica only, while the primary removes rows that the read may still see. */
  async function slowOnReplica(database: Database): Promise<{ isReplica: boolean }[]> {
    const read = { isDone: false };
    const rows = database
      .onReplica(() =>
        database.query<{ isReplica: boolean }>(
          `SELECT pg_is_in_recovery() AS "isReplica" FROM settings WHERE name = 'instance-id' AND (NOT pg_is_in_recovery() OR pg_sleep(6) IS NOT NULL)`,
        ),
      )
      .finally(() => (read.isDone = true));
    while (!read.isDone) {
      await writer.database.query(`UPDATE settings SET value = value WHERE name = 'instance-id'`);
      await writer.database.query('VACUUM settings');
    }
    return rows;
  }
});

it('a URL that names the primary itself is not used, and readiness is degraded', async () => {
  const reader = await startReader({ DATABASE_READ_URL: writer.databaseUrl });
  try {
    const before = await replicaReads('primary', 'foreign');
    await until(async () => {
      await writer.database.query(`UPDATE settings SET value = value WHERE name = 'instance-id'`);
      expect((await reader.api.as(editor).get('/api/books')).status).toBe(200);
      return (await replicaReads('primary', 'foreign')) > before;
    });
    expect((await reader.api.get('/readyz')).body).toMatchObject({
      status: 'degraded',
      checks: { replica: 'failing' },
    });
  } finally {
    await reader.close();
  }
});
