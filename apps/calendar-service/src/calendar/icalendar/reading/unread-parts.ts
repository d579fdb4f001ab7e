import { treatmentOf, treatmentOfParameter } from '../file-parts';
import { partsOf } from '../line-parts';
import type { EventLines } from './event-lines';

/** Properties that may come several times, or whose further lines say nothing of the event. */
const REPEATED = /^(?:RRULE|EXRULE|EXDATE|RDATE|CATEGORIES|X-ALT-DESC|DTSTAMP|LAST-MODIFIED|SEQUENCE)$/;

/**
 * Parts of the event's lines that no reader takes: properties that are reported, their parameters as `property;parameter`, and further lines of a
 * property that an event has once.
 */
export function unreadParts(event: EventLines): string[] {
  return [...event.names()].flatMap((name) => {
    if (name === '') return ['unreadable lines'];
    const treatment = treatmentOf(name);
    if (treatment === 'reported') return [name.toLowerCase()];
    if (treatment !== 'read') return [];
    const lines = [...new Set(event.lines(name))];
    const parameters = lines.flatMap((line) => unreadParameters(name, line));
    return lines.length > 1 && !REPEATED.test(name) ? [name.toLowerCase(), ...parameters] : parameters;
  });
}

function unreadParameters(property: string, line: string): string[] {
  if (line[property.length] !== ';') return [];
  const names = partsOf(line).parameters.map((parameter) => parameter.split('=')[0]?.toUpperCase() ?? '');
  return names
    .filter((name) => treatmentOfParameter(property, name) === 'reported')
    .map((name) => `${property};${name.slice(0, 50)}`.toLowerCase());
}
