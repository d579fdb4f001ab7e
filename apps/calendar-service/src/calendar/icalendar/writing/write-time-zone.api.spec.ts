import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => void (app = await startCalendar()));
afterAll(() => app.close());

const ZONES: [zone: string, daylight: [start: string, from: string, to: string], standard: [string, string, string]][] =
  [
    ['Europe/Rome', ['20310330T020000', '+0100', '+0200'], ['20311026T030000', '+0200', '+0100']],
    ['Europe/Dublin', ['20310330T010000', '+0000', '+0100'], ['20311026T020000', '+0100', '+0000']],
    ['America/New_York', ['20310309T020000', '-0500', '-0400'], ['20311102T020000', '-0400', '-0500']],
    ['America/Santiago', ['20310907T000000', '-0400', '-0300'], ['20310406T000000', '-0300', '-0400']],
    ['Australia/Lord_Howe', ['20311005T020000', '+1030', '+1100'], ['20310406T020000', '+1100', '+1030']],
  ];

describe('the VTIMEZONE of a calendar file', () => {
  it.each(ZONES)(
    '%s begins each offset on the clock before the change (RFC 5545, 3.6.5)',
    async (timezone, ...parts) => {
      const { id } = await app.given.event({ timezone });
      const { text } = await app.api.get(`/events/${id}.ics`);
      const found = ['DAYLIGHT', 'STANDARD'].map((kind) => {
        const [, start, from, to] =
          new RegExp(`BEGIN:${kind}\r\nDTSTART:(2031(?!0101).*)\r\nTZOFFSETFROM:(.*)\r\nTZOFFSETTO:(.*)\r\n`).exec(
            text,
          ) ?? [];
        return [start, from, to];
      });
      expect(found).toEqual(parts);
    },
  );
});
