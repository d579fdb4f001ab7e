import { types } from 'pg';
import { readUtc, UTC_TYPES } from './timestamps';

describe('the timestamp parser of UTC sessions', () => {
  it.each([
    ['2026-11-21 09:38:41+00', '2026-11-21T09:38:41.000Z'],
    ['2026-11-21 09:38:41.1+00', '2026-11-21T09:38:41.100Z'],
    ['2026-11-21 09:38:41.123+00', '2026-11-21T09:38:41.123Z'],
    ['2026-11-21 09:38:41.123456+00', '2026-11-21T09:38:41.123Z'],
    ['0044-03-15 12:00:00+00', '0044-03-15T12:00:00.000Z'],
  ])('reads %s as %s', (text, iso) => {
    expect(readUtc(text)?.toISOString()).toBe(iso);
  });

  it.each(['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '10000-01-01 00:00:00+00', '2026-11-21 09:38:41+01'])(
    'leaves %s to the standard parser',
    (text) => {
      expect(readUtc(text)).toBeUndefined();
    },
  );

  it('uses the standard parser for other timestamps and other types', () => {
    expect(UTC_TYPES.getTypeParser(types.builtins.TIMESTAMPTZ, 'text')('2026-11-21 09:38:41+01')).toEqual(
      new Date('2026-11-21T08:38:41Z'),
    );
    expect(UTC_TYPES.getTypeParser(types.builtins.TIMESTAMPTZ, 'text')('infinity')).toBe(Infinity);
    expect(UTC_TYPES.getTypeParser(types.builtins.INT4, 'text')('7')).toBe(7);
  });
});
