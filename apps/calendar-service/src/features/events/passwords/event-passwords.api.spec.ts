import { createHash } from 'node:crypto';
import { selectColumns, sql } from '@almanac/database';
import { nonEmpty, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import { StoredEvent } from '../../../records/record/record.entity';

let app: CalendarApp;
beforeEach(async () => void (app = await startCalendar()));
afterEach(() => app.close());

const read = (id: number, password: string) => app.api.get(`/events/${id}?password=${encodeURIComponent(password)}`);
const statusOf = async (id: number, password: string) => (await read(id, password)).status;
const hashOf = async (id: number) =>
  (
    await app.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'events', 'passwordHash')} FROM events WHERE id = $1`,
      [id],
    )
  )[0]?.passwordHash ?? '';

/** The hash that earlier versions stored. */
const formerHash = (password: string) => `salt:${createHash('sha256').update(`salt:${password}`).digest('base64url')}`;

it('the password of an event is stored as an argon2id hash', async () => {
  const { id } = await app.given.event({ password: 'sesame' });
  expect(await hashOf(id)).toMatch(/^\$argon2id\$/);
  expect([await statusOf(id, 'wrong'), await statusOf(id, 'sesame'), await statusOf(id, 'sesame')]).toEqual([
    403, 200, 200,
  ]);
});

it('a hash of an earlier version still works, and the next correct password renews it', async () => {
  const { id } = await app.given.event({ password: 'x' });
  await app.database.query(`UPDATE events SET password_hash = $2 WHERE id = $1`, [id, formerHash('sesame')]);
  expect(await statusOf(id, 'wrong')).toBe(403);
  expect(await hashOf(id)).toBe(formerHash('sesame'));
  expect(await statusOf(id, 'sesame')).toBe(200);
  await until(async () => (await hashOf(id)).startsWith('$argon2id$'));
  expect([await statusOf(id, 'wrong'), await statusOf(id, 'sesame')]).toEqual([403, 200]);
});

it('at most ten wrong passwords per event and minute are checked', async () => {
  const [{ id }, other] = [
    await app.given.event({ password: 'sesame' }),
    await app.given.event({ password: 'sesame' }),
  ];
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => read(id, `guess ${index}`)));
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10);
  const [refused] = guesses.filter(({ status }) => status === 429);
  expect(refused).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  // The right password is refused as well. Other events, and requests without a password, are still answered.
  expect([await statusOf(id, 'sesame'), await statusOf(other.id, 'sesame')]).toEqual([429, 200]);
  expect((await app.api.get(`/events?include=${id}&starts_after=2031-01-01`)).status).toBe(200);
  expect((await app.api.get(`/events?include=${id}&starts_after=2031-01-01&password=sesame`)).status).toBe(429);
  expect((await app.api.get(`/events/${id}.ics?password=sesame`)).status).toBe(429);
});

it('exactly ten wrong passwords per event and a hundred per address are checked, and right ones do not count', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 11 }, () => app.given.event({ password: 'x' })));
  // A hash of an earlier version is checked quickly.
  const protect = (id: number, password: string) =>
    app.database.query(`UPDATE events SET password_hash = $2 WHERE id = $1`, [id, formerHash(password)]);
  for (const { id } of others) await protect(id, 'sesame');
  const { id } = first!;
  const right: number[] = [];
  for (let time = 0; time < 12; time++) {
    // A new password, because a repeated one is not checked again.
    await protect(id, `right ${time}`);
    right.push(await statusOf(id, `right ${time}`));
  }
  expect(right).toEqual(Array.from({ length: 12 }, () => 200));
  const guesses = async (event: number, count: number) => {
    const statuses: number[] = [];
    for (let time = 0; time < count; time++) statuses.push(await statusOf(event, `wrong ${time}`));
    return statuses;
  };
  const wrong = (count: number) => Array.from({ length: count }, () => 403);
  expect(await guesses(id, 13)).toEqual([...wrong(10), 429, 429, 429]);
  // Refused guesses were not checked, so they do not count for the address.
  for (const other of nonEmpty(others.slice(0, 9))) expect(await guesses(other.id, 10)).toEqual(wrong(10));
  expect(await guesses(others[9]!.id, 1)).toEqual([429]);
});

it('a repeated password does not count as another guess', async () => {
  const { id } = await app.given.event({ password: 'sesame', description: 'Within' });
  for (let time = 0; time < 15; time++) expect(await statusOf(id, 'wrong')).toBe(403);
  for (const path of [`/events?include=${id}&starts_after=2031-01-01`, '/events/changes', `/events/${id}.ics`]) {
    const textWith = async (password: string) =>
      (await app.api.get(`${path}${path.includes('?') ? '&' : '?'}password=${password}`)).text;
    // The feed of changes waits for older transactions, which other test files run in the same PostgreSQL.
    await until(async () => (await textWith('sesame')).includes('Within'));
    expect(await textWith('wrong')).not.toContain('Within');
  }
});

it('a new password invalidates the old one', async () => {
  const { id } = await app.given.event({ password: 'sesame' });
  expect(await statusOf(id, 'sesame')).toBe(200);
  await app.api.as(app.given.editor()).patch(`/events/${id}`, { password: 'other' });
  expect([await statusOf(id, 'sesame'), await statusOf(id, 'other')]).toEqual([403, 200]);
});

describe('a password beside a change', () => {
  const change = async (
    method: string,
    by: 'id' | 'slug',
    query: string,
    body?: object | URLSearchParams | FormData,
  ) => {
    const { id, slug } = await app.given.event();
    const path = by === 'id' ? `/events/${id}` : `/events/by-slug/${slug}`;
    const answer = await app.api.as(app.given.editor()).send(method, `${path}?${query}`, body);
    return { status: answer.status, hash: await hashOf(id), answer: answer.body };
  };
  const form = (fields: Record<string, string>) => {
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
    return multipart;
  };

  it.each(['POST', 'PUT', 'PATCH'].flatMap((method) => (['id', 'slug'] as const).map((by) => [method, by] as const)))(
    'is read from the body of %s by %s, and not from the query',
    async (method, by) => {
      const opened = await change(method, by, 'password=zz&title=New', { description: 'Changed' });
      expect(opened).toMatchObject({ status: 200, hash: '', answer: { title: 'New', password_protected: false } });
      expect(await change(method, by, 'password=zz')).toMatchObject({ status: 200, hash: '' });
      expect(await change(method, by, 'password[a]=zz', {})).toMatchObject({ status: 200, hash: '' });
      for (const body of [{ password: 'a' }, new URLSearchParams({ password: 'a' }), form({ password: 'a' })]) {
        const closed = await change(method, by, 'password=zz', body);
        expect(closed).toMatchObject({ status: 200, answer: { password_protected: true } });
        expect(closed.hash).not.toBe('');
      }
    },
  );

  it('of the query does not change the password of a protected event', async () => {
    const { id } = await app.given.event({ password: 'sesame' });
    const editor = app.api.as(app.given.editor());
    expect((await editor.patch(`/events/${id}?password=stale`, { title: 'New' })).status).toBe(200);
    expect((await editor.patch(`/events/${id}?password=`, { title: 'New' })).status).toBe(200);
    expect([await statusOf(id, 'sesame'), await statusOf(id, 'stale')]).toEqual([200, 403]);
  });
});

it.each(['a', '', 'w'.repeat(3_000)])('a deletion takes the password %j, and does not check it', async (password) => {
  const { id } = await app.given.event({ password: 'sesame' });
  const { status } = await app.api.as(app.given.editor()).delete(`/events/${id}`, { password });
  expect(status).toBe(200);
});
