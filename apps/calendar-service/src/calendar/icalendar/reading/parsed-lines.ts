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
