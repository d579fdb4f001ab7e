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

async function imported(text: string): Promise<ImportReport> {
  const { status, body } = await app.api.saying('text/calendar', editor).send('POST', '/import', text);
  expect({ status, body }).toMatchObject({ status: 200, body: { failed: [] } });
  return Object(body) as ImportReport;
}

const calendar = (method: string, lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', '']
    .filter((line) => line !== '')
    .join('\r\n');

let uids = 0;
/** A series that was changed here after its import, as its own file has it: the lines of the series, and of a changed occurrence. */
async function changedSeries(): Promise<{ id: number; one: number; series: string[]; replaced: string[] }> {
  const lines = ['DTSTART:20310501T080000Z', 'DTEND:20310501T090000Z', 'RRULE:FREQ=DAILY;COUNT=3'];
  const report = await imported(calendar('PUBLISH', [`UID:version-${(uids += 1)}`, 'SUMMARY:Ours', ...lines]));
  const id = report.created[0]?.id ?? 0;
  const ours = { title: 'Changed here' };
  const { body } = await app.api.as(editor).patch(`/events/${id}?occurrence_date=2031-05-02T08:00:00Z`, ours);
  await app.api.as(editor).patch(`/events/${id}`, ours);
  const { text } = await app.api.get(`/events/${id}.ics`);
  const [series = [], replaced = []] = [...text.matchAll(/BEGIN:VEVENT\r\n([^]*?)\r\nEND:VEVENT/g)].map(
    ([, inside = '']) => inside.split('\r\n'),
  );
  return { id, one: Number(Reflect.get(Object(body), 'id')), series, replaced };
}

/** The lines with another SEQUENCE, and these times of the change. */
function otherVersion(lines: readonly string[], more: number, times: readonly string[]): string[] {
  const sequence = Number(lines.find((line) => line.startsWith('SEQUENCE:'))?.slice('SEQUENCE:'.length));
  const same = lines.find((line) => line.startsWith('LAST-MODIFIED:')) ?? '';
  expect(sequence).toBeGreaterThan(0);
  return [
    ...lines.filter((line) => !/^(?:SEQUENCE|LAST-MODIFIED|DTSTAMP|SUMMARY):/.test(line)),
    `SEQUENCE:${sequence + more}`,
    'SUMMARY:Theirs',
    ...times.map((line) => (line === 'SAME' ? same : line)),
  ];
}

const [EARLIER, LATER] = ['20200101T000000Z', '20990101T000000Z'];
/** The outcomes for a file with a lower SEQUENCE, the same one and a higher one. */
const VERSIONS: [times: string[], lower: string, same: string, higher: string][] = [
  [[`LAST-MODIFIED:${EARLIER}`], 'skipped', 'skipped', 'updated'],
  [[`LAST-MODIFIED:${EARLIER}`, `DTSTAMP:${LATER}`], 'skipped', 'skipped', 'updated'],
  [['SAME'], 'skipped', 'skipped', 'updated'],
  [[`LAST-MODIFIED:${LATER}`, `DTSTAMP:${EARLIER}`], 'updated', 'updated', 'updated'],
  [[`DTSTAMP:${EARLIER}`], 'skipped', 'skipped', 'updated'],
  [[`DTSTAMP:${LATER}`], 'updated', 'updated', 'updated'],
  [[], 'skipped', 'updated', 'updated'],
];
const CASES = VERSIONS.flatMap(([times, lower, same, higher]) =>
  [lower, same, higher].map((outcome, at) => [at - 1, times, outcome] as const),
);

const outcomeOf = ({ totals, skipped }: ImportReport): string => {
  if (totals.updated === 1) return 'updated';
  expect(skipped).toMatchObject([{ reason: 'What is here is newer.' }]);
  return 'skipped';
};
const titleOf = async (id: number) =>
  Reflect.get(Object((await app.api.get(`/events/${id}`)).body), 'title') as unknown;
const stateOf = async (id: number) =>
  Reflect.get(Object((await app.api.get(`/events/${id}`)).body), 'event_status') as unknown;

describe.each(CASES)('a file whose SEQUENCE differs by %i, with %j,', (more, times, outcome) => {
  const isTaken = outcome === 'updated';

  it(`of an event that was changed here is ${outcome}`, async () => {
    const { id, series } = await changedSeries();
    const text = calendar('PUBLISH', otherVersion(series, more, times));
    expect(outcomeOf(await imported(text))).toBe(outcome);
    expect(await titleOf(id)).toBe(isTaken ? 'Theirs' : 'Changed here');
  });

  it(`of an occurrence that was changed here is ${outcome}`, async () => {
    const { id, one, replaced } = await changedSeries();
    const text = calendar('PUBLISH', otherVersion(replaced, more, times));
    expect(outcomeOf(await imported(text))).toBe(outcome);
    expect([await titleOf(id), await titleOf(one)]).toEqual(['Changed here', isTaken ? 'Theirs' : 'Changed here']);
  });

  it(`that cancels it is ${outcome}`, async () => {
    const { id, one, series, replaced } = await changedSeries();
    for (const lines of [series, replaced])
      expect(outcomeOf(await imported(calendar('CANCEL', otherVersion(lines, more, times))))).toBe(outcome);
    const state = isTaken ? 'canceled' : undefined;
    expect([await stateOf(id), await stateOf(one)]).toEqual([state, state]);
  });
});
