import fc from 'fast-check';
import { UTC } from '../../../calendar/time-zones/time-zone';
import { wallClock } from '../../../calendar/time-zones/wall-clock';
import { readRule, ruleText } from '../../events/series/rules/rule-text';
import { ruleWords } from '../../events/series/rules/rule-words';
import type { EventRow } from '../../events/rows/event-row';
import { recurrenceFields, recurrenceInput } from './recurrence-form';

/** The members of a row that the form reads: a Tuesday. */
const START = {
  startsLocal: wallClock('2031-05-06 10:00:00'),
  endsLocal: wallClock('2031-05-06 11:00:00'),
  startsAt: Date.parse('2031-05-06T08:00:00Z') / 1_000,
  endsAt: Date.parse('2031-05-06T09:00:00Z') / 1_000,
  timezone: 'Europe/Rome',
  allDay: false,
  rrule: null,
  exdates: [],
  rdates: [],
};
const eventWith = (more: Partial<EventRow>): EventRow => ({ ...(START as unknown as EventRow), ...more });
const DAYS = eventWith({ allDay: true, timezone: 'UTC' });

const FIELDS = recurrenceFields().repeat;
type RepeatFields = Omit<typeof FIELDS, 'repeat_days'> & { repeat_days: string[] };
const formOf = (fields: Partial<RepeatFields>, more: object = {}) => ({ ...FIELDS, ...fields, ...more });
/** The fields as the form sends them when nobody changes them. */
const unchanged = (row: EventRow) => {
  const { repeat } = recurrenceFields(row);
  return { ...repeat, repeat_days: repeat.repeat_days.split(',') };
};
const ruleOf = (fields: Partial<RepeatFields>): unknown => recurrenceInput(formOf(fields)).recurrence;

const anyNth = fc.constantFrom(...Array.from({ length: 31 }, (_, index) => String(index + 1)), '-1');
const anyFields = fc
  .record({
    repeat: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    repeat_interval: fc.integer({ min: 1, max: 1_000 }).map(String),
    repeat_days: fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
    repeat_on: fc.constantFrom('', 'day', 'MO', 'TU', 'SU'),
    repeat_nth: anyNth,
    repeat_end: fc.constantFrom('never', 'until', 'count'),
    repeat_until: fc
      .integer({ min: 0, max: 9_999 })
      .map((days) => isoDay(Date.parse('2031-05-06') + days * 86_400_000)),
    repeat_count: fc.integer({ min: 1, max: 10_000 }).map(String),
    repeat_week_start: fc.constantFrom('MO', 'SU'),
  })
  .map((fields) => ({ ...fields, ...unusedFields(fields) }));
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Fields that do not belong to the chosen kind of rule, as a fresh form has them. */
function unusedFields({ repeat, repeat_on: on, repeat_end: end }: RepeatFields): Partial<RepeatFields> {
  return {
    ...(repeat !== 'WEEKLY' && { repeat_days: [] }),
    ...(repeat !== 'MONTHLY' && { repeat_on: '' }),
    ...((repeat !== 'MONTHLY' || on === '') && { repeat_nth: '1' }),
    ...(end !== 'until' && { repeat_until: '' }),
    ...(end !== 'count' && { repeat_count: '' }),
  };
}

describe('the fields of a rule', () => {
  it.each<[Partial<RepeatFields>, string, string]>([
    [{ repeat: 'DAILY' }, 'FREQ=DAILY', 'Every day'],
    [
      { repeat: 'WEEKLY', repeat_interval: '2', repeat_days: ['MO', 'FR'] },
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
      'Every 2 weeks on Monday and Friday',
    ],
    [{ repeat: 'WEEKLY' }, 'FREQ=WEEKLY', 'Every week on Tuesday'],
    [{ repeat: 'MONTHLY' }, 'FREQ=MONTHLY', 'Every month on the 6th'],
    [
      { repeat: 'MONTHLY', repeat_on: 'day', repeat_nth: '14' },
      'FREQ=MONTHLY;BYMONTHDAY=14',
      'Every month on the 14th',
    ],
    [
      { repeat: 'MONTHLY', repeat_on: 'TU', repeat_nth: '2' },
      'FREQ=MONTHLY;BYDAY=2TU',
      'Every month on the second Tuesday',
    ],
    [
      { repeat: 'MONTHLY', repeat_on: 'FR', repeat_nth: '-1', repeat_end: 'count', repeat_count: '5' },
      'FREQ=MONTHLY;COUNT=5;BYDAY=-1FR',
      'Every month on the last Friday, 5 times',
    ],
    [
      { repeat: 'YEARLY', repeat_end: 'until', repeat_until: '2040-01-31' },
      'FREQ=YEARLY;UNTIL=20400131',
      'Every year on the 6th of May, until 31 January 2040',
    ],
  ])('%j are %s', (fields, rrule, words) => {
    expect(ruleOf(fields)).toEqual({ rrule, exdates: [], rdates: [] });
    const rule = readRule(rrule, { zone: UTC, allDay: false });
    expect('refused' in rule ? rule.refused : ruleWords(rule, START.startsLocal)).toBe(words);
  });

  it('ignore what belongs to other kinds of rules', () => {
    const rest = { repeat_days: ['MO'], repeat_on: 'day', repeat_nth: '9', repeat_until: '2040-01-31' };
    expect(ruleOf({ ...rest, repeat: 'DAILY' })).toMatchObject({ rrule: 'FREQ=DAILY' });
    expect(ruleOf({ ...rest, repeat: 'WEEKLY' })).toMatchObject({ rrule: 'FREQ=WEEKLY;BYDAY=MO' });
  });

  it('read back from the stored rule as they were, and then change nothing', () => {
    fc.assert(
      fc.property(anyFields, fc.boolean(), (fields, allDay) => {
        const { rrule } = ruleOf(fields) as { rrule: string };
        const event = allDay ? DAYS : START;
        const context = { zone: UTC, allDay };
        const rule = readRule(rrule, context);
        // The fields allow the 31st Tuesday of a month, which the service refuses.
        if ('refused' in rule) throw new Error(rule.refused);
        const row = eventWith({ ...event, timezone: 'UTC', rrule: ruleText(rule, context) });
        expect(recurrenceFields(row)).toMatchObject({
          repeat: { ...fields, repeat_days: fields.repeat_days.join() },
          kept: null,
        });
        expect(recurrenceInput(formOf(fields), row)).toEqual({});
      }),
    );
  });

  it.each([
    'FREQ=HOURLY',
    'FREQ=MONTHLY;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=-2FR',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=WEEKLY;BYHOUR=9,15',
    'FREQ=YEARLY;BYMONTH=5,6',
    'FREQ=YEARLY;BYDAY=20MO',
    'a rule that nobody can read',
  ])('keep %s, which they cannot say', (rrule) => {
    const row = eventWith({ rrule });
    const { repeat, kept, words } = recurrenceFields(row);
    expect([repeat.repeat, kept]).toEqual([rrule, rrule]);
    expect(words).toMatch(/^(Every|a rule)/);
    expect(recurrenceInput({ ...repeat, exdates: [], rdates: [] }, row)).toEqual({});
    expect(recurrenceInput({ ...repeat, exdates: ['2031-06-03'] }, row)).toEqual({
      recurrence: { rrule, exdates: ['2031-06-03'], rdates: [] },
    });
    expect(recurrenceInput(repeat).recurrence).toMatchObject({ rrule });
    expect(recurrenceInput(formOf({ repeat: 'DAILY' }), row).recurrence).toMatchObject({ rrule: 'FREQ=DAILY' });
  });

  it.each([
    ['FREQ=WEEKLY;BYDAY=FR,MO', { repeat_days: 'FR,MO' }, { repeat_days: ['MO', 'FR'] }],
    ['FREQ=WEEKLY;UNTIL=20310603T080000Z', { repeat_until: '2031-06-03' }, {}],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', { repeat_days: 'TU,SU' }, {}],
  ])('leave %s as it is spelled', (rrule, shown, sent) => {
    const row = eventWith({ rrule });
    expect(recurrenceFields(row).repeat).toMatchObject({ repeat: 'WEEKLY', ...shown });
    expect(recurrenceInput({ ...unchanged(row), ...sent }, row)).toEqual({});
  });

  it('keep the first day of the week of a rule that they change', () => {
    const row = eventWith({ rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU' });
    const form = { ...unchanged(row), repeat_interval: '3' };
    expect(recurrenceInput(form, row).recurrence).toMatchObject({
      rrule: 'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,SU;WKST=SU',
    });
  });

  it('ask for the end that was chosen', () => {
    const faultsOf = (fields: Partial<RepeatFields>): unknown => {
      try {
        return ruleOf({ repeat: 'DAILY', ...fields });
      } catch (failure) {
        return failure;
      }
    };
    expect(faultsOf({ repeat_end: 'until' })).toMatchObject({
      details: { fields: { repeat_until: ['Choose the last date.'] } },
    });
    expect(faultsOf({ repeat_end: 'count' })).toMatchObject({
      details: { fields: { repeat_count: ['Say how many times the event takes place.'] } },
    });
  });
});

describe('the dates beside a rule', () => {
  const row = eventWith({
    rrule: 'FREQ=WEEKLY',
    exdates: [wallClock('2031-05-13 10:00:00'), wallClock('2031-05-20 10:00:00')],
    rdates: [wallClock('2031-06-01 18:00:00')],
  });
  const form = { ...unchanged(row), exdates: ['2031-05-13 10:00:00', '2031-05-20 10:00:00', ''] };

  it('are listed with their days and times', () => {
    expect(recurrenceFields(row)).toMatchObject({
      exdates: [{ text: 'Tuesday, 13 May 2031, 10:00' }, { text: 'Tuesday, 20 May 2031, 10:00' }],
      rdates: [{ value: '2031-06-01 18:00:00' }],
    });
    expect(recurrenceFields(eventWith({ ...row, allDay: true })).exdates[0]?.text).toBe('Tuesday, 13 May 2031');
  });

  it('change nothing when all are sent back', () => {
    expect(recurrenceInput({ ...form, rdates: ['2031-06-01 18:00:00', ''] }, row)).toEqual({});
  });

  it('are taken back when they are not sent, and join new ones', () => {
    expect(recurrenceInput({ ...form, exdates: ['2031-05-20 10:00:00', '2031-06-10'] }, row)).toEqual({
      recurrence: { rrule: 'FREQ=WEEKLY', exdates: ['2031-05-20 10:00:00', '2031-06-10'], rdates: [] },
    });
  });

  it('stay alone when the rule ends, and end with it when none is left', () => {
    const never = { ...form, repeat: 'never' };
    expect(recurrenceInput({ ...never, rdates: ['2031-06-01 18:00:00'] }, row).recurrence).toMatchObject({
      rrule: '',
      rdates: ['2031-06-01 18:00:00'],
    });
    expect(recurrenceInput(never, row)).toEqual({ recurrence: null });
    expect(recurrenceInput(never)).toEqual({});
    expect(recurrenceInput({}, row)).toEqual({});
  });
});
