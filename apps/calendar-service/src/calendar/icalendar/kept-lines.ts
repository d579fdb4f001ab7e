import type ICAL from 'ical.js';
import { harmlessLines } from './kept-addresses';
import { headOf, partsOf } from './line-parts';
import { contentLine } from './writing/content-line';
import { parsedLines } from './reading/parsed-lines';
import type { FileComponent } from './reading/split-file';

/** Parts of a file that events have no field for. They are kept as content lines, unfolded and well-formed, and exported again. */
export type KeptLines = Partial<Record<KeptKind, readonly string[]>>;
const KINDS = ['attendees', 'attachments', 'alarms'] as const;
export type KeptKind = (typeof KINDS)[number];

/** A kind with more characters is left out. */
const MAX_CHARACTERS = 50_000;

/** @returns `leftOut`: the kinds that are too long, cannot be read or lose a hostile address. A kind that the file does not mention is absent from both. */
export function readKeptLines({ lines, alarms }: FileComponent): { kept: KeptLines; leftOut: KeptKind[] } {
  const kept: Partial<Record<KeptKind, readonly string[]>> = {};
  const leftOut: KeptKind[] = [];
  const read = (kind: KeptKind, written: readonly string[], wellFormed: (part: readonly string[]) => string[]) => {
    if (written.length === 0) return;
    const isShort = written.reduce((sum, line) => sum + line.length, 0) <= MAX_CHARACTERS;
    const result = isShort ? attempt(() => wellFormed(written)) : undefined;
    const harmless = harmlessLines(result ?? []);
    if (result) kept[kind] = harmless;
    if (harmless.join() !== result?.join()) leftOut.push(kind);
  };
  read('attendees', named(lines, 'ATTENDEE'), properties);
  read('attachments', named(lines, 'ATTACH'), (all) => properties(all.filter((line) => !isInline(line))));
  if (named(lines, 'ATTACH').some(isInline)) leftOut.push('attachments');
  read('alarms', alarms, components);
  return { kept, leftOut: [...new Set(leftOut)] };
}

/**
 * Former versions stored lines with hostile addresses, which are left out here.
 * @param skipped value of an attachment that is written elsewhere
 */
export function writeKeptLines({ attendees = [], attachments = [], alarms = [] }: KeptLines, skipped?: string): string {
  const shown = attachments.filter((line) => partsOf(line).value !== skipped);
  return [attendees, shown, alarms].flatMap(harmlessLines).map(written).join('');
}

/** Drops attachments with this address, because the event has it as its image. */
export const withoutAttachment = ({ attachments, ...others }: KeptLines, address: string | undefined): KeptLines => {
  const rest = attachments?.filter((line) => partsOf(line).value !== address);
  return rest && rest.length > 0 ? { ...others, attachments: rest } : others;
};

/** The kinds that differ from the current ones. A kind that the file does not mention stays unchanged. */
export const newLines = (read: KeptLines, current: KeptLines): KeptLines =>
  Object.fromEntries(
    KINDS.filter((kind) => read[kind] && JSON.stringify(read[kind]) !== JSON.stringify(current[kind])).map((kind) => [
      kind,
      read[kind],
    ]),
  );

const named = (lines: readonly string[], name: string): string[] =>
  lines.filter((line) => line.slice(0, name.length).toUpperCase() === name && /^[;:]/.test(line.slice(name.length)));

/** Inline attachments are not kept. */
const isInline = (line: string): boolean => /^[^:]*;(?:VALUE=BINARY|ENCODING=BASE64)[;:]/i.test(line);

/** The lines as ical.js reads and writes them, so that no malformed line reaches an exported file. */
const properties = (lines: readonly string[]): string[] =>
  parsedLines(['BEGIN:VEVENT', ...lines, 'END:VEVENT'])
    .getAllProperties()
    .map((property) => unfolded(property.toICALString()));

const components = (lines: readonly string[]): string[] =>
  parsedLines(['BEGIN:VEVENT', ...lines, 'END:VEVENT'])
    .getAllSubcomponents('valarm')
    .flatMap((alarm: ICAL.Component) =>
      alarm
        .toString()
        .replace(/\r?\n[ \t]/g, '')
        .split(/\r?\n/),
    )
    .filter((line) => line !== '');

const unfolded = (text: string): string => text.replace(/\r?\n[ \t]/g, '').trim();

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The line, folded again. */
function written(line: string): string {
  const parts = partsOf(line);
  return contentLine(headOf(parts), parts.value);
}
