import ICAL from 'ical.js';

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
