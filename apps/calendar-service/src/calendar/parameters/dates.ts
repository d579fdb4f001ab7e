import { both, Takes } from '@almanac/validation';
import { parseDateText } from '../dates/parse-date-text';
import { parseTimeZone, UTC } from '../time-zones/time-zone';
import { Check, EmptyAsNull, isText, NullAs, OfType } from './rules';

/** For messages. */
export const A_DATE = 'a date such as 2031-05-01 or 2031-05-01 10:00:00';

const isDate = (value: unknown): boolean => isText(value) && parseDateText(value, UTC, new Date()) !== undefined;

/** A date in one of the accepted forms, as text; a JSON number is refused (calendar-behaviour §5.4). */
export const DateText = (): PropertyDecorator =>
  both(
    Takes({ type: 'string' }),
    OfType('string', (value) => value !== null && typeof value !== 'number'),
    Check(isDate, `be ${A_DATE}`),
  );

/** The same; an empty text or null means none, and becomes null. */
export const DateOrNone = (): PropertyDecorator =>
  both(
    Takes({ type: ['string', 'null'] }),
    EmptyAsNull(),
    Check((value) => value === null || isDate(value), `be ${A_DATE}, or empty`),
  );

/** A known zone; an empty text or null means the site's. */
export const ZoneName = (): PropertyDecorator =>
  both(
    NullAs(''),
    Takes({ type: ['string', 'null'] }),
    Check(
      (value) => isText(value) && parseTimeZone(value) !== undefined,
      'be a time zone such as Europe/Rome or UTC+2',
    ),
  );
