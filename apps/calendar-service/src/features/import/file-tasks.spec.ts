import { deserialize } from 'node:v8';
import type { ReadEntry } from '../../calendar/icalendar/reading/read-calendar';
import { calendarEntries } from './file-tasks';

const file = (count: number, ...lines: string[]) =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      ...Array.from({ length: count }, (_, i) => [
        'BEGIN:VEVENT',
        `UID:${i}`,
        'DTSTART:20310501T080000Z',
        ...lines,
        'END:VEVENT',
      ]).flat(),
      'END:VCALENDAR',
    ].join('\r\n'),
  );

/** Copying more than this blocks the event loop for longer than 20 ms. */
const MAX_BATCH_BYTES = 2_000_000;

describe('the entries of a large calendar file', () => {
  it.each([
    ['many events', file(5_000)],
    ['long descriptions', file(60, `DESCRIPTION:${'word '.repeat(19_000)}`)],
    [
      'many dates',
      file(
        100,
        ...Array.from(
          { length: 1_000 },
          (_, i) => `EXDATE:2031${String(1 + (i % 12)).padStart(2, '0')}01T${String(i % 24).padStart(2, '0')}0000Z`,
        ),
      ),
    ],
    ['lines that are not read', file(50, ...Array.from({ length: 4_900 }, () => 'X-A:1'))],
  ])('are split into batches of limited size: %s', (_, bytes) => {
    const { batches } = calendarEntries({ bytes, siteZone: 'Europe/Rome' });
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(MAX_BATCH_BYTES);
    const entries = batches.flatMap((batch) => deserialize(batch) as ReadEntry[]);
    expect(entries.every((entry, i) => 'read' in entry && entry.read.uid === String(i))).toBe(true);
  });

  it('are rejected with more dates than an event may have', () => {
    const dates = Array.from({ length: 1_001 }, () => '20310501T080000Z').join();
    const [batch] = calendarEntries({ bytes: file(1, `EXDATE:${dates}`), siteZone: 'UTC' }).batches;
    expect(batch && deserialize(batch)).toMatchObject([{ fault: 'It has more than 1000 dates in EXDATE.' }]);
  });
});
