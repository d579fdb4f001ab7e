import { parseDateText } from '../dates/parse-date-text';
import { Takes } from '@almanac/validation';
import { isStatus, STATUSES } from '../publication/status';
import { parseTimeZone, UTC } from '../time-zones/time-zone';
import { plainText } from '../rendering/sanitised';
import { Check, combined, FilledText, isText, NoText, NullAs, Convert } from './rules';

/** For messages. */
export const A_DATE = 'a date such as 2031-05-01 or 2031-05-01 10:00:00';

/** A date in one of the accepted forms, as text; a JSON number is refused (calendar-behaviour §5.4). */
export const DateText = (): PropertyDecorator =>
  combined(
    Takes({ type: 'string' }),
    NoText((value) => value === null || typeof value === 'number'),
    Check((value) => isText(value) && parseDateText(value, UTC, new Date()) !== undefined, `be ${A_DATE}`),
  );

/** A status that clients may set; only DELETE moves a record to the trash. */
export const StatusName = (): PropertyDecorator =>
  combined(Takes({ type: 'string', enum: STATUSES }), Check(isStatus, `be one of ${STATUSES.join(', ')}`));

/** A known zone; an empty text or null means the site's. */
export const ZoneName = (): PropertyDecorator =>
  combined(
    NullAs(''),
    Takes({ type: ['string', 'null'] }),
    Check(
      (value) => isText(value) && parseTimeZone(value) !== undefined,
      'be a time zone such as Europe/Rome or UTC+2',
    ),
  );

/** A name with markup may be this many times longer than one without. A longer one is refused unparsed. */
const MAX_MARKUP = 10;

/** A title or name: one line without markup, and not empty. */
export function PlainName(longest = 1_000): PropertyDecorator {
  return combined(
    Convert((value) => (isText(value) && value.length <= MAX_MARKUP * longest ? plainText(value) : value)),
    FilledText(longest),
  );
}
