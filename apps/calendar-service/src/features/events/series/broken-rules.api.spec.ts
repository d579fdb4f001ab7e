import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { SeriesView } from '../../../testing/given-series';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ LOG_LEVEL: 'silent' });
  editor = app.given.editor();
});
afterAll(() => app.close());

/** A series whose stored rule cannot be parsed, as a newer version may have written it. */
async function broken(): Promise<number> {
  const { id } = await app.given.event({
    rrule: 'FREQ=DAILY;COUNT=5',
    exdates: ['2031-05-02 10:00'],
    timezone: 'UTC',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
  });
  await app.database.query(`UPDATE events SET rrule = 'FREQ=SOMETIMES' WHERE id = $1`, [id]);
  return id;
}

const MENDED = [
  ['another rule', { rrule: 'FREQ=WEEKLY;COUNT=3' }, ['05-01 10:00', '05-08 10:00', '05-15 10:00']],
  [
    'another rule and start',
    { rrule: 'FREQ=WEEKLY;COUNT=2', start_date: '2031-05-03 12:00', end_date: '2031-05-03 13:00' },
    ['05-03 12:00', '05-10 12:00'],
  ],
  ['no rule', { rrule: '' }, ['05-01 10:00']],
] as const;

describe('an event whose stored rule cannot be read', () => {
  it.each(MENDED)('accepts %s', async (_, input, times) => {
    const id = await broken();
    expect((await app.api.as(editor).put(`/events/${id}`, input)).status).toBe(200);
    expect(await new SeriesView(app, editor).times(id)).toEqual(times);
  });

  it.each([
    ['GET', '', undefined],
    ['PUT', '', { title: 'New' }],
    ['PUT', '?occurrence_date=2031-05-03 10:00', { title: 'Only this' }],
    ['DELETE', '?occurrence_date=2031-05-03 10:00', undefined],
    ['DELETE', '', undefined],
    ['GET', '/occurrences', undefined],
  ] as const)('answers requests that do not need the rule: %s %s', async (method, path, body) => {
    expect((await app.api.as(editor).send(method, `/events/${await broken()}${path}`, body)).status).toBe(200);
  });

  it.each([
    ['PUT', '', { start_date: '2031-05-01 12:00', end_date: '2031-05-01 13:00' }],
    ['PUT', '', { exdates: [] }],
    ['PUT', '', { rdates: ['2031-06-01'] }],
    ['PUT', '', { rrule: 'FREQ=NEVER' }],
    ['PUT', '?occurrence_date=2031-05-03 10:00&scope=following', { title: 'Rest' }],
    ['DELETE', '?occurrence_date=2031-05-03 10:00&scope=following', undefined],
    ['POST', '/restore?occurrence_date=2031-05-02 10:00', undefined],
  ] as const)('rejects requests that need the rule, with the reason: %s %s %j', async (method, path, input) => {
    const { status, body } = await app.api.as(editor).send(method, `/events/${await broken()}${path}`, input);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { data: { params: { rrule: expect.stringMatching(/^(?:The stored )?rrule has FREQ=/) as string } } },
    });
  });
});
