import { Takes } from '@almanac/validation';
import { parseDateText } from '../dates/parse-date-text';
import { UTC } from '../time-zones/time-zone';
import { A_DATE } from './record-rules';
import { Check, combined, idOf, isText, Convert } from './rules';

const NothingAsNull = (): PropertyDecorator => Convert((value) => (value === '' ? null : value));

/** A date in one of the accepted forms, as text; an empty text or null means none, and becomes null. */
export function DateOrNone(): PropertyDecorator {
  return combined(
    Takes({ type: ['string', 'null'] }),
    NothingAsNull(),
    Check(
      (value) => value === null || (isText(value) && parseDateText(value, UTC, new Date()) !== undefined),
      `be ${A_DATE}, or empty`,
    ),
  );
}

/** Largest value of a PostgreSQL integer. */
const MAX_INTEGER = 2_147_483_647;

/** A whole number from 0, as JSON or text; an empty text or null means none, and becomes null. */
export function CountOrNone(): PropertyDecorator {
  return combined(
    Takes({ type: ['integer', 'null'], minimum: 0, maximum: MAX_INTEGER }),
    NothingAsNull(),
    Convert((value) => (isText(value) && /^\d{1,10}$/.test(value) ? Number(value) : value)),
    Check(
      (value) =>
        value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_INTEGER),
      'be a whole number from 0, or empty',
    ),
  );
}

/** One id; 0, an empty text or null means none, and becomes null. */
export function RecordReferenceOrNone(): PropertyDecorator {
  return combined(
    Takes({ type: ['integer', 'null'], minimum: 0 }),
    Convert((value) => (value === '' || value === 0 || value === '0' ? null : (idOf(value) ?? value))),
    Check(
      (value) => value === null || (typeof value === 'number' && idOf(value) !== undefined),
      'be an id, or 0 for none',
    ),
  );
}
