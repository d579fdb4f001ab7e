import ICAL from 'ical.js';
import { EventFault } from './split-file';

/**
 * The component that these content lines make up, read by ical.js.
 * @throws Error when they make none
 */
export function parsedLines(lines: readonly string[]): ICAL.Component {
  const parsed: unknown = ICAL.parse(lines.join('\r\n'));
  if (!Array.isArray(parsed)) throw new Error('It is no component.');
  return new ICAL.Component(parsed);
}

/** The values of a property as they are written. The library's own values turn 30 February into 2 March. */
export function writtenValues(property: ICAL.Property): string[] {
  const parsed: unknown = property.toJSON();
  return Array.isArray(parsed) ? parsed.slice(3).map(String) : [];
}

/**
 * The values of a property by its type. The library decodes a value when it is read, and throws then.
 * @throws EventFault for a value that is not of the type
 */
export function valuesOf(property: ICAL.Property): unknown[] {
  try {
    return property.getValues();
  } catch {
    throw new EventFault(`${property.name.toUpperCase()} has an invalid value.`);
  }
}

/** The first value of the first property of a name; undefined without one. */
export function firstValueOf(vevent: ICAL.Component, name: string): unknown {
  const property = vevent.getFirstProperty(name);
  return property ? valuesOf(property).at(0) : undefined;
}
