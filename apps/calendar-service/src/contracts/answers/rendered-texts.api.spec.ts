import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Made } from '../../testing/given';

let app: CalendarApp;
beforeAll(async () => void (app = await startCalendar()));
afterAll(() => app.close());

const TABLES = ['events', 'venues', 'organizers', 'tickets'] as const;
type Table = (typeof TABLES)[number];

/** An event whose texts are all the same. */
async function given(text: string): Promise<Made> {
  const [venue, organizer] = [
    await app.given.venue({ description: text }),
    await app.given.organizer({ description: text }),
  ];
  const event = await app.given.event({ description: text, excerpt: text, venue: venue.id, organizer: organizer.id });
  await app.given.ticket({ description: text }, event.id);
  return event;
}

const read = async (path: string): Promise<string> => JSON.stringify((await app.api.get(path)).body);

/** All answers that show the event's texts. */
async function readings({ id }: Made): Promise<string[]> {
  const paths = [
    `/events/${id}`,
    `/events?include=${id}&starts_after=2031-01-01`,
    '/venues',
    '/organizers',
    `/events/${id}/tickets`,
  ];
  return [...(await Promise.all(paths.map(read))), (await app.api.get(`/events/${id}.ics`)).text];
}

const update = (table: Table, assignment: string) => app.database.query(`UPDATE ${table} SET ${assignment}`);

it('texts are rendered when they are saved, and shown from the stored rendering', async () => {
  const event = await given('first\nother line');
  for (const table of TABLES) {
    await update(
      table,
      `description_rendered = description_rendered || '{"html": "as stored", "line": "as stored", "lines": "as stored"}'`,
    );
  }
  await update(
    'events',
    `excerpt_rendered = excerpt_rendered || '{"html": "as stored", "line": "as stored", "lines": "as stored"}'`,
  );
  for (const shown of nonEmpty(await readings(event))) {
    expect(shown).toContain('as stored');
    expect(shown).not.toContain('other line');
  }
});

it('a text changed by an older version is shown without its outdated rendering', async () => {
  const event = await given('former text');
  for (const table of TABLES) await update(table, `description = 'changed<script>x</script>\nby it'`);
  await update('events', `excerpt = 'changed\nby it'`);
  for (const shown of nonEmpty(await readings(event))) {
    expect(shown).not.toContain('former text');
    expect(shown).toMatch(/changed.{1,10}by it/);
  }
});

it('rows without renderings are shown like all others', async () => {
  const event = await given('one & two\n\n<b>three</b>');
  const before = await readings(event);
  for (const table of TABLES) await update(table, `description_rendered = NULL`);
  await update('events', `excerpt_rendered = NULL`);
  const after = await readings(event);
  expect(after.map(withoutTimes)).toEqual(before.map(withoutTimes));
});

const withoutTimes = (text: string): string => text.replace(/"modified[^,]*,/g, '');

it('a change of a text updates its rendering, and an empty text has none', async () => {
  const { id } = await app.given.event({ description: 'old', excerpt: 'old' });
  const api = app.api.as(app.given.editor());
  expect((await api.patch(`/events/${id}`, { description: 'new' })).body).toMatchObject({
    description: '<p>new</p>',
    excerpt: '<p>old</p>',
  });
  expect((await api.patch(`/events/${id}`, { description: '' })).body).toMatchObject({
    description: '',
    excerpt: '<p>old</p>',
  });
  const [row] = await app.database.query(
    `SELECT description_rendered AS text, excerpt_rendered->>'html' AS excerpt FROM events WHERE id = $1`,
    [id],
  );
  expect(row).toEqual({ text: null, excerpt: '<p>old</p>' });
});

it('descriptions and excerpts have typographic signs as in the reference, calendar files have those of the author', async () => {
  const text = `<b>It's</b> "free" -- for all`;
  const typographic = '<p><b>It&#8217;s</b> &#8220;free&#8221; &#8212; for all</p>';
  const event = await given(text);
  const { body } = await app.api.get(`/events/${event.id}`);
  const described = { description: typographic };
  expect(body).toMatchObject({ ...described, excerpt: typographic, venue: described, organizer: [described] });
  expect(body).toMatchObject({ json_ld: { description: 'It\'s "free" -- for all' } });
  const file = (await app.api.get(`/events/${event.id}.ics`)).text.replaceAll('\r\n ', '');
  expect(file).toContain('DESCRIPTION:It\'s "free" -- for all\r\n');
  expect(file).toContain(`X-ALT-DESC;FMTTYPE=text/html:<p>${text}</p>`);
});
