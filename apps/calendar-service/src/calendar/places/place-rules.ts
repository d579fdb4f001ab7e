import { both, reading, rule, Takes } from '@almanac/validation';
import { isText, sentRule } from '../parameters/rules';

interface Range {
  from: number;
  to: number;
  /** Null and an empty text mean no value. */
  clearable?: boolean;
}

/** A number as JSON or text; becomes a number, or null where it can be cleared. */
export function NumberWithin({ from, to, clearable = false }: Range): PropertyDecorator {
  return both(
    Takes({ type: clearable ? ['number', 'null'] : 'number', minimum: from, maximum: to }),
    reading((value) => (clearable && value === '' ? null : numberOf(value))),
    sentRule(
      'range',
      (value) => (clearable && value === null) || (typeof value === 'number' && value >= from && value <= to),
      `must be a number from ${from} to ${to}.`,
    ),
  );
}

const numberOf = (value: unknown): unknown =>
  isText(value) && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value) ? Number(value) : value;

export const Latitude = (clearable = false): PropertyDecorator => NumberWithin({ from: -90, to: 90, clearable });
export const Longitude = (clearable = false): PropertyDecorator => NumberWithin({ from: -180, to: 180, clearable });

/** Two fields that belong together: both are sent or neither, and both have a value or neither. */
export function Together(other: string): PropertyDecorator {
  return rule(
    'pair',
    (value, _label, owner) =>
      presence(value) === presence(owner[other]) ? undefined : `and ${other} belong together.`,
    { implicit: true },
  );
}

const presence = (value: unknown): string => (value === undefined ? 'absent' : value === null ? 'cleared' : 'given');
