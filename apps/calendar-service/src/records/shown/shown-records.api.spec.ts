import { type AnotherProcess, startAnother } from '../../testing/another-process';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Made } from '../../testing/given';

let app: CalendarApp;
let reader: AnotherProcess;
let forgetful: AnotherProcess;
beforeAll(async () => {
  app = await startCalendar();
  reader = await startAnother(app);
  forgetful = await startAnother(app, { keepsTexts: false });
});
afterAll(async () => {
  await reader.close();
  await forgetful.close();
  await app.close();
});

const KINDS = [
  { table: 'venues', name: 'venue' },
  { table: 'organizers', name: 'organizer' },
] as const;

describe.each(KINDS)('GET /$table after a change by another process', ({ table, name }) => {
  let record: Made;
  beforeAll(async () => {
    record = await app.given[name]({ phone: '1' });
  });

  async function listed(): Promise<unknown> {
    const { body } = await reader.api.get(`/${table}`);
    expect(body).toEqual((await forgetful.api.get(`/${table}`)).body);
    return (body as Record<string, Made[]>)[table]?.find(({ id }) => id === record.id);
  }

  const image = `(INSERT INTO images (author_id, path, mime_type, width, height, filesize, sizes)
    VALUES (1, 'images/2031-01/${table}.png', 'image/png', 10, 10, 100, '{}') RETURNING id)`;

  it.each<[part: string, sql: string, shown: object]>([
    ['name', `UPDATE ${table} SET name = 'Changed' WHERE id = $1`, { [name]: 'Changed' }],
    ['phone number', `UPDATE ${table} SET phone = '2' WHERE id = $1`, { phone: '2' }],
    ['author', `UPDATE ${table} SET author_id = 4711 WHERE id = $1`, { author: 4711 }],
    [
      'image',
      `WITH image AS ${image} UPDATE ${table} SET image_id = image.id FROM image WHERE ${table}.id = $1`,
      { image: { extension: 'png' } },
    ],
    [
      'date of change',
      `UPDATE ${table} SET modified_at = '2031-01-01T00:00:00Z' WHERE id = $1`,
      { modified_utc: '2031-01-01 00:00:00' },
    ],
  ])('shows the new %s', async (_, sql, shown) => {
    await listed();
    await app.database.query(sql, [record.id]);
    expect(await listed()).toMatchObject(shown);
    expect(await listed()).toMatchObject(shown);
  });

  it('leaves out a record that became private', async () => {
    expect(await listed()).toBeDefined();
    await app.database.query(`UPDATE ${table} SET status = 'private' WHERE id = $1`, [record.id]);
    expect(await listed()).toBeUndefined();
  });
});
