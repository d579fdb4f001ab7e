import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { ImportReport } from '../import-report';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

let uids = 0;
const newUid = () => `linked-${(uids += 1)}`;

async function imported(events: readonly (readonly string[])[], by = editor): Promise<ImportReport> {
  const lines = events.flatMap((one) => ['BEGIN:VEVENT', 'DTSTART:20330301T100000Z', ...one, 'END:VEVENT']);
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const { status, body } = await app.api.saying('text/calendar', by).send('POST', '/import', text);
  expect({ status, body }).toMatchObject({ status: 200, body: { failed: [] } });
  return Object(body) as ImportReport;
}

interface Shown {
  organizer: { id: number; organizer: string; email: string }[];
  venue: { id: number; venue: string; geo_lat?: number };
}
const read = async (id: number | undefined): Promise<Shown> =>
  Object((await app.api.as(editor).get(`/events/${id}`)).body) as Shown;

/** Imports an event with these lines. */
async function linked(lines: readonly string[], by = editor): Promise<Shown & { id: number; uid: string }> {
  const uid = newUid();
  const { created } = await imported([[`UID:${uid}`, ...lines]], by);
  const id = created[0]?.id ?? 0;
  return { id, uid, ...(await read(id)) };
}

const organizer = (name: string, email: string) => [`ORGANIZER;CN=${name}:mailto:${email}`];
const addresses = ({ organizer: all }: Shown) => all.map(({ organizer: name, email }) => `${name} ${email}`);

/** A later file changes nothing of the event. */
async function expectSame(uid: string, lines: readonly string[]): Promise<void> {
  const { totals } = await imported([[`UID:${uid}`, 'DTSTAMP:20990101T000000Z', ...lines]]);
  expect(totals).toMatchObject({ created: 0, updated: 0, skipped: 1 });
}

describe('the organizer of an imported event', () => {
  it('is another one when only the name is the same', async () => {
    const [one, other] = [organizer('John Smith', 'john.a@example.com'), organizer('John Smith', 'john.b@example.com')];
    const [a, b] = [await linked(one), await linked(other)];
    expect([addresses(a), addresses(b)]).toEqual([
      ['John Smith john.a@example.com'],
      ['John Smith john.b@example.com'],
    ]);
    await expectSame(a.uid, one);
    await expectSame(b.uid, other);
    const { created } = await imported([[`UID:${newUid()}`, ...other]]);
    expect((await read(created[0]?.id)).organizer).toEqual(b.organizer);
  });

  it('is found by the address, and keeps its stored name', async () => {
    const stored = await linked(organizer('Ada Lovelace', 'ada@example.com'));
    for (const [name, email] of [
      ['A. Lovelace', 'ada@example.com'],
      ['Ada Lovelace', 'ADA@Example.COM'],
      ['"Lovelace, Ada"', 'ada@example.com'],
    ] as const) {
      const again = await linked(organizer(name, email));
      expect(again.organizer).toMatchObject([{ id: stored.organizer[0]?.id, organizer: 'Ada Lovelace' }]);
      await expectSame(again.uid, organizer(name, email));
    }
  });

  it('is the one of the same name among several with the address', async () => {
    const { body } = await app.api.as(editor).post('/organizers', { organizer: 'Office', email: 'shared@example.com' });
    await app.api.as(editor).post('/organizers', { organizer: 'Second', email: 'shared@example.com' });
    expect(addresses(await linked(organizer('Second', 'shared@example.com')))).toEqual(['Second shared@example.com']);
    const third = await linked(organizer('Third', 'shared@example.com'));
    expect(third.organizer[0]?.id).toBe(Reflect.get(Object(body), 'id'));
  });

  it('is not one that has no address', async () => {
    await app.api.as(editor).post('/organizers', { organizer: 'City council' });
    const made = await linked(organizer('City council', 'council@example.com'));
    expect(addresses(made)).toEqual(['City council council@example.com']);
    await expectSame(made.uid, organizer('City council', 'council@example.com'));
  });

  it('is never one that the caller may not read', async () => {
    const author = app.given.author();
    const hidden = { organizer: 'Hidden', email: 'hidden@example.com', status: 'draft' };
    const { body } = await app.api.as(editor).post('/organizers', hidden);
    const made = await linked(organizer('Hidden', 'hidden@example.com'), author);
    expect(made.organizer.map(({ id }) => id)).not.toContain(Reflect.get(Object(body), 'id'));
  });

  it('changes with a newer file that has another address', async () => {
    const { id, uid } = await linked(organizer('Kay', 'kay@example.com'));
    const { totals } = await imported([
      [`UID:${uid}`, 'DTSTAMP:20990101T000000Z', ...organizer('Kay', 'kay.new@example.com')],
    ]);
    expect(totals).toMatchObject({ updated: 1 });
    expect(addresses(await read(id))).toEqual(['Kay kay.new@example.com']);
  });

  it('with an address that is too long is left out', async () => {
    const uid = newUid();
    const long = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`;
    const { created } = await imported([[`UID:${uid}`, ...organizer('Long', long)]]);
    expect(created).toMatchObject([{ uid, left_out: ['organizer'] }]);
    expect((await read(created[0]?.id)).organizer).toEqual([]);
  });
});

describe('the venue of an imported event', () => {
  const place = (name: string, geo?: string) => [`LOCATION:${name}`, ...(geo === undefined ? [] : [`GEO:${geo}`])];

  it('is another one when only the name is the same, and the place is not', async () => {
    const [rome, milan] = [place('Corner café', '41.9;12.5'), place('Corner café', '45.46;9.19')];
    const [one, other] = [await linked(rome), await linked(milan)];
    expect([one.venue.geo_lat, other.venue.geo_lat]).toEqual([41.9, 45.46]);
    await expectSame(one.uid, rome);
    await expectSame(other.uid, milan);
    expect((await linked(milan)).venue.id).toBe(other.venue.id);
  });

  it('changes with a newer file that names another place', async () => {
    const { id, uid, venue } = await linked(place('Chapel', '41.9;12.5'));
    const later = [...place('Chapel', '45.46;9.19')];
    expect((await imported([[`UID:${uid}`, 'DTSTAMP:20990101T000000Z', ...later]])).totals).toMatchObject({
      updated: 1,
    });
    expect((await read(id)).venue).toMatchObject({ venue: 'Chapel', geo_lat: 45.46 });
    expect((await read(id)).venue.id).not.toBe(venue.id);
    await expectSame(uid, later);
  });

  it('is the stored one when one of them has no place, or both are near each other', async () => {
    const bare = await linked(place('Barn'));
    expect((await linked(place('Barn', '41.9;12.5'))).venue.id).toBe(bare.venue.id);
    const exact = await linked(place('Mill', '41.9;12.5'));
    expect((await linked(place('Mill', '41.9004;12.5004'))).venue.id).toBe(exact.venue.id);
    expect((await linked(place('Mill'))).venue.id).toBe(exact.venue.id);
  });
});
