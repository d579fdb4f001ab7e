import { selectComputed, sql } from '@almanac/database';
import { type TestApi, type TestResponse } from '@almanac/testing';
import { readCalendarSettings } from '../../config';
import { createCalendarApp } from '../../start';
import { CalendarApi, type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { ImageHost, picture } from '../../testing/image-host';

let app: CalendarApp;
let second: CalendarApi;
let closeSecond: () => Promise<void>;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  const other = await createCalendarApp(readCalendarSettings(app.environment));
  await other.listen(0, '127.0.0.1');
  second = new CalendarApi(await other.getUrl());
  closeSecond = () => other.close();
  editor = app.given.editor();
});
afterAll(async () => {
  await closeSecond();
  await app.close();
});

/** Whether no transaction holds the lock of the key. */
async function isFree({ database }: CalendarApp, { id }: Person, key: string): Promise<unknown> {
  const isKeyFree = 'pg_try_advisory_xact_lock(hashtextextended($1, 0))';
  const [row] = await database.query(sql`SELECT ${selectComputed<{ isKeyFree: boolean }>({ isKeyFree })}`, [
    `idempotency-key ${id} ${key}`,
  ]);
  return row?.isKeyFree;
}

let keys = 0;
const freshKey = () => `key ${++keys}`;
const keyed = (key: string, api: CalendarApi = app.api, who: Person = editor): TestApi =>
  api.as(who).with({ 'idempotency-key': key });
const replayed = ({ headers }: TestResponse) => headers.get('idempotency-replayed');
const count = async (table: string, name: string): Promise<number> => {
  const rows = await app.database.query(`SELECT FROM ${table} WHERE name = $1`, [name]);
  return rows.length;
};

describe('a POST with an Idempotency-Key', () => {
  it('is carried out once and repeats its answer in every process', async () => {
    const key = freshKey();
    const first = await keyed(key).post('/categories', { name: 'Once' });
    const again = await keyed(key, second).post('/categories', { name: 'Once' });
    expect(first.status).toBe(201);
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    for (const name of ['etag', 'location']) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect([replayed(first), replayed(again)]).toEqual([null, 'true']);
    expect(await count('terms', 'Once')).toBe(1);
  });

  it('holds no transaction while it waits for the host of an image', async () => {
    const host = await ImageHost.start();
    const allowing = await startCalendar({ OUTGOING_ALLOWED_HOSTS: host.host });
    try {
      const [content, key, who] = [await picture(8, 8), freshKey(), allowing.given.editor()];
      const free: unknown[] = [];
      const image = host.serve('/slow.png', (response) => {
        isFree(allowing, who, key).then(
          (answer) => {
            free.push(answer);
            response.writeHead(200, { 'content-type': 'image/png' }).end(content);
          },
          () => response.destroy(),
        );
      });
      const create = () => keyed(key, allowing.api, who).post('/venues', { venue: 'Illustrated', image });
      const first = await create();
      expect([first.status, free]).toEqual([201, [true]]);
      const again = await create();
      expect([again.body, replayed(again), host.asked]).toEqual([first.body, 'true', ['/slow.png']]);
    } finally {
      await allowing.close();
      await host.stop();
    }
  });

  it('makes one record of eight requests at once', async () => {
    const key = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => keyed(key, n % 2 ? second : app.api).post('/venues', { venue: 'Eight' })),
    );
    for (const { status, headers } of answers)
      expect([status, headers.get('retry-after')]).toEqual(status === 201 ? [201, null] : [409, '1']);
    expect(answers.filter((answer) => answer.status === 201 && replayed(answer) === null)).toHaveLength(1);
    expect(await count('venues', 'Eight')).toBe(1);
  });

  it('answers 422 to another body, path or file under the same key', async () => {
    const key = freshKey();
    await keyed(key).post('/organizers', { organizer: 'A' });
    expect((await keyed(key).post('/organizers', { organizer: 'B' })).status).toBe(422);
    expect((await keyed(key).post('/organizers?_fields=id', { organizer: 'A' })).status).toBe(422);
    expect(await count('organizers', 'B')).toBe(0);
  });

  it('does not keep refusals', async () => {
    const key = freshKey();
    expect((await keyed(key).post('/categories', {})).status).toBe(400);
    expect((await keyed(key).post('/categories', { name: 'Corrected' })).status).toBe(201);
  });

  it('has its key for its user alone', async () => {
    const key = freshKey();
    const [mine, theirs] = [
      await keyed(key).post('/tags', { name: 'Mine' }),
      await keyed(key, app.api, app.given.editor()).post('/tags', { name: 'Theirs' }),
    ];
    expect([mine.status, theirs.status, replayed(theirs)]).toEqual([201, 201, null]);
  });

  it('neither changes nor keeps anything when its transaction fails', async () => {
    const key = freshKey();
    await app.database.query(`ALTER TABLE kept_answers ADD CONSTRAINT broken CHECK (key <> '${key}')`);
    expect((await keyed(key).post('/venues', { venue: 'Lost' })).status).toBe(500);
    await app.database.query('ALTER TABLE kept_answers DROP CONSTRAINT broken');
    expect(await count('venues', 'Lost')).toBe(0);
    expect((await keyed(key).post('/venues', { venue: 'Lost' })).status).toBe(201);
  });

  it('is carried out again after 24 hours', async () => {
    const key = freshKey();
    const first = await keyed(key).post('/venues', { venue: 'Old' });
    await app.database.query(`UPDATE kept_answers SET created_at = now() - interval '25 hours' WHERE key = $1`, [key]);
    const again = await keyed(key).post('/organizers', { organizer: 'New' });
    expect([first.status, again.status, replayed(again)]).toEqual([201, 201, null]);
  });

  it('returns 400 for an invalid key, an anonymous caller and a route that takes none', async () => {
    expect((await keyed('x'.repeat(256)).post('/tags', { name: 'Long' })).status).toBe(400);
    expect((await app.api.with({ 'idempotency-key': 'a' }).post('/tags', { name: 'A' })).status).toBe(400);
    expect((await keyed(freshKey()).post('/feeds', { name: 'A' })).status).toBe(400);
  });

  it('is refused with 429 beyond the number of keys of a user', async () => {
    const busy = app.given.editor();
    const first = await keyed('first', app.api, busy).post('/tags', { name: 'Busy' });
    await app.database.query(
      `INSERT INTO kept_answers (user_id, key, fingerprint, status, headers, is_too_large)
        SELECT user_id, 'n' || n, '', 200, '{}', false FROM kept_answers, generate_series(1, 9999) n WHERE body LIKE '%Busy%'`,
    );
    const refused = await keyed('next', app.api, busy).post('/tags', { name: 'More' });
    expect([first.status, refused.status]).toEqual([201, 429]);
    expect(replayed(await keyed('first', app.api, busy).post('/tags', { name: 'Busy' }))).toBe('true');
  });
});
