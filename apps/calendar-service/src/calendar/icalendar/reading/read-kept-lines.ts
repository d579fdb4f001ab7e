import ICAL from 'ical.js';
import { treatmentOf, treatmentOfParameter } from '../file-parts';
import { blocksOf, harmlessLines, hasValueOfType, wellFormedBlocks } from '../kept-forms';
import { isKept, type KeptLines } from '../kept-lines';
import { lineName, partsOf } from '../line-parts';
import type { EventLines } from './event-lines';
import type { FileComponent } from './split-file';

/** A kind with more characters is left out. */
const MAX_CHARACTERS = 50_000;

/** Properties that an event has once (RFC 5545, 3.6.1; RFC 7986, 5.9). */
const ONCE = /^(?:PRIORITY|TRANSP|COLOR)$/;

/**
 * @returns `leftOut`: the kinds, and the properties by their names in lower case, of which a line is too long, malformed or loses a hostile address.
 * A kind that the file does not mention is absent from both.
 */
export function readKeptLines({ lines, alarms, within }: FileComponent): { kept: KeptLines; leftOut: Set<string> } {
  const kept: KeptLines = {};
  const leftOut = new Set([...within].map((name) => (name === 'VALARM' ? 'alarms' : name.toLowerCase())));
  const read = (
    kind: keyof KeptLines,
    blocks: readonly string[][],
    reportedAs: (block: readonly string[]) => string,
  ) => {
    if (blocks.length === 0) return;
    const size = blocks.flat().reduce((sum, line) => sum + line.length, 0);
    const results = size > MAX_CHARACTERS ? [] : blocks.map(readBlock);
    if (size <= MAX_CHARACTERS) kept[kind] = results.flatMap(({ rest }) => rest);
    blocks.forEach((block, i) => {
      if (results[i]?.isWhole !== true) leftOut.add(reportedAs(block));
    });
  };
  const properties = Map.groupBy(new Set(lines), lineName);
  const named = (name: string) => (properties.get(name) ?? []).map((line) => [line]);
  read('attendees', named('ATTENDEE'), () => 'attendees');
  read('attachments', named('ATTACH'), () => 'attachments');
  const others = [...properties].filter(([name]) => name !== 'ATTENDEE' && name !== 'ATTACH' && isKept(name));
  for (const [name, [, ...more]] of others) if (ONCE.test(name) && more.length > 0) leftOut.add(name.toLowerCase());
  const single = others.flatMap(([name, all]) => (ONCE.test(name) ? all.slice(0, 1) : all));
  read(
    'properties',
    single.map((line) => [line]),
    ([line = '']) => lineName(line).toLowerCase(),
  );
  read('alarms', blocksOf(alarms), () => 'alarms');
  return { kept, leftOut };
}

/** Inline attachments are not kept. */
const isInline = (line: string): boolean => /^[^:]*;(?:VALUE=BINARY|ENCODING=BASE64)[;:]/i.test(line);

/** A line, or the lines of an alarm, as ical.js reads and writes them. */
function readBlock(block: readonly string[]): { rest: string[]; isWhole: boolean } {
  const lines = block.some(isInline) ? [] : block.flatMap((line) => normal(line) ?? []);
  const rest = lines.length < block.length ? [] : harmlessLines(wellFormedBlocks([lines]).flat());
  return { rest, isWhole: rest.join('\n') === lines.join('\n') && lines.length === block.length };
}

/** @returns undefined for a line that ical.js cannot read. It writes other values for some of the wrong type, such as 0 for a word. */
function normal(line: string): string | undefined {
  if (/^(?:BEGIN|END):/i.test(line)) return line.trim().toUpperCase();
  if (!hasValueOfType(line)) return undefined;
  try {
    const parsed: unknown = ICAL.parse.property(line);
    return Array.isArray(parsed)
      ? new ICAL.Property(parsed)
          .toICALString()
          .replace(/\r?\n[ \t]/g, '')
          .trim()
      : undefined;
  } catch {
    return undefined;
  }
}

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
