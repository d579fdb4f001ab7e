import { clockTime, isWallClock, isWritable } from '../time-zones/wall-clock';
import { lineHead, partsOf } from './line-parts';

/**
 * Addresses that may stay: those of links in texts (`sanitised`), and some that programs do not open. Others are left out, however they are spelled.
 * A value without a scheme is the name of a sound. With an ampersand it could be the text of a scheme in HTML.
 */
const HARMLESS = /^\s*(?:(?:https?|mailto|tel|cid|geo|urn|invalid):|[^:&]*$)/i;

/** Properties whose values are addresses, unless another type is named. */
const ADDRESSED = /^(?:ATTACH|ATTENDEE|ORGANIZER|URL|SOURCE|CONFERENCE|IMAGE|LINK)$/i;
const ADDRESS_TYPE = /^VALUE="?(?:URI|CAL-ADDRESS|XML-REFERENCE)"?$/i;
const ADDRESSED_PARAMETER = /^(?:ALTREP|DIR|SENT-BY|MEMBER|DELEGATED-TO|DELEGATED-FROM|SCHEMA)=/i;

/** Properties and parameters of single programs have no known type. */
const OWN = /^X-/i;
const RUNNING = /^(?:javascript|vbscript|data|file):/i;

/** Alarms that make no sense without the program or the people that they name. */
const NEEDS_ADDRESS = /^ACTION\b.*:\s*(?:PROCEDURE|EMAIL)\s*$/i;

/** The lines of one kind without hostile addresses, which calendar programs would show as links. Other lines are the same as before. */
export function harmlessLines(lines: readonly string[]): string[] {
  return blocksOf(lines).flatMap((block) => {
    const rest = block.flatMap((line) => harmless(line) ?? []);
    return rest.length < block.length && block.some((line) => NEEDS_ADDRESS.test(line)) ? [] : rest;
  });
}

/** @returns undefined for a line whose value is hostile; without the parameters that are */
function harmless(line: string): string | undefined {
  const parts = partsOf(line);
  const { name, parameters, value } = parts;
  const isAddress = ADDRESSED.test(name) || parameters.some((parameter) => ADDRESS_TYPE.test(parameter));
  if (isAddress ? !HARMLESS.test(value) : OWN.test(name) && isRunning(value)) return undefined;
  const rest = parameters.filter((parameter) => !isHostile(parameter));
  return rest.length === parameters.length ? line : `${lineHead({ ...parts, parameters: rest })}:${value}`;
}

function isHostile(parameter: string): boolean {
  const values = parameter.slice(parameter.indexOf('=') + 1).match(/"[^"]*"|[^",]+/g) ?? [];
  const texts = values.map((value) => value.replaceAll('"', ''));
  if (ADDRESSED_PARAMETER.test(parameter)) return texts.some((text) => !HARMLESS.test(text));
  return OWN.test(parameter) && texts.some(isRunning);
}

/** Programs skip white space and control characters in a scheme. */
const isRunning = (text: string): boolean => RUNNING.test(text.replace(/[\s\p{Cc}\p{Cf}]/gu, ''));

/** Each alarm, and each line outside of alarms. */
export function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let isWithin = false;
  for (const line of lines) {
    if (isWithin) blocks.at(-1)?.push(line);
    else blocks.push([line]);
    if (/^BEGIN:/i.test(line)) isWithin = true;
    if (/^END:/i.test(line)) isWithin = false;
  }
  return blocks;
}

/** Strict readers refuse a whole file for one line of another form (RFC 5545, 3.1). */
const NAME = /^[A-Z0-9-]+$/i;
const PARAMETER = /^[A-Z0-9-]+=(?:"[^"]*"|[^",]*)(?:,(?:"[^"]*"|[^",]*))*$/i;
/** Other files lack the zone, readers decode other encodings, and some take the last backslash as the escape of a colon. */
const AMBIGUOUS = /^(?:TZID|ENCODING)=|\\$/i;
const CONTROL = /(?!\t)\p{Cc}/u;

/** The numbers of weeks, days and seconds are ones that programs can compute with. */
const DURATION = /^[+-]?P(?=\d|T\d)(?:\d{1,6}W)?(?:\d{1,7}D)?(?:T(?=\d)(?:\d{1,8}H)?(?:\d{1,8}M)?(?:\d{1,8}S)?)?$/;
const CLOCK = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?(Z?)$/;

const isDuration = (text: string): boolean => DURATION.test(text);
const isMoment = (text: string): boolean => text.endsWith('Z') && isClock(text);

function isClock(text: string): boolean {
  const [, year, month, day, hour, minute, second] = CLOCK.exec(text) ?? [];
  const clock = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  return hour !== undefined && isWallClock(clock) && isWritable(clockTime(clock));
}

const isNumber = (text: string): boolean => /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text);

function isDay(text: string): boolean {
  return /^\d{8}$/.test(text) && isClock(`${text}T000000`);
}

function isPeriod(text: string): boolean {
  const [start = '', end = '', ...others] = text.split('/');
  return others.length === 0 && isClock(start) && (isDuration(end) || isClock(end));
}

/** Values by their type. Texts and addresses may be anything; files within the file are not kept. */
const TYPES: Readonly<Record<string, (text: string) => boolean>> = {
  BINARY: () => false,
  BOOLEAN: (text) => /^(?:TRUE|FALSE)$/i.test(text),
  DATE: isDay,
  'DATE-TIME': isClock,
  DURATION: isDuration,
  FLOAT: isNumber,
  GEO: (text) => text.split(';').length === 2 && text.split(';').every(isNumber),
  INTEGER: (text) => /^[+-]?\d{1,9}$/.test(text),
  MOMENT: isMoment,
  PERIOD: isPeriod,
  RECUR: (text) => /^FREQ=[A-Z]+(?:;[A-Z-]+=[\w+,-]+)*$/i.test(text),
  TIME: (text) => /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ?$/i.test(text),
  TOKEN: (text) => NAME.test(text),
  'UTC-OFFSET': (text) => /^[+-](?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/.test(text),
};

const typed = (type: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

/** Types of properties that have no parameter VALUE. */
const TYPE_OF: Readonly<Record<string, string>> = {
  ...typed('DATE-TIME', 'DTSTART DTEND DUE EXDATE RDATE RECURRENCE-ID'),
  ...typed('DURATION', 'DURATION REFRESH-INTERVAL TRIGGER'),
  ...typed('GEO', 'GEO'),
  ...typed('INTEGER', 'PERCENT-COMPLETE PRIORITY REPEAT SEQUENCE'),
  ...typed('MOMENT', 'ACKNOWLEDGED COMPLETED CREATED DTSTAMP LAST-MODIFIED'),
  ...typed('PERIOD', 'FREEBUSY'),
  ...typed('RECUR', 'EXRULE RRULE'),
  ...typed('TOKEN', 'ACTION TRANSP'),
  ...typed('UTC-OFFSET', 'TZOFFSETFROM TZOFFSETTO'),
};

/** Types whose properties may have several values. */
const LISTED = ['DATE', 'DATE-TIME', 'PERIOD'];

/** Whether the value is of the type that the line names, or that its property has. */
export function hasValueOfType(line: string): boolean {
  const { name, parameters, value } = partsOf(line);
  const named = parameters.find((text) => /^VALUE=/i.test(text))?.slice('VALUE='.length);
  const type = named?.replaceAll('"', '').toUpperCase() ?? TYPE_OF[name.toUpperCase()] ?? '';
  const isOfType = TYPES[type] ?? (() => true);
  return (LISTED.includes(type) ? value.split(',') : [value.trim()]).every(isOfType);
}

/** Whether each reader of calendar files can read the line. */
function isWellFormed(line: string): boolean {
  const parts = partsOf(line);
  const { name, parameters, value } = parts;
  if (line !== `${lineHead(parts)}:${value}` || CONTROL.test(line) || !NAME.test(name)) return false;
  return parameters.every((text) => PARAMETER.test(text) && !AMBIGUOUS.test(text)) && hasValueOfType(line);
}

/** The lines of one kind without malformed ones. An alarm with a malformed line is left out as a whole. */
export const wellFormedBlocks = (blocks: readonly string[][]): string[][] =>
  blocks.filter((block) => (isBegin(block[0] ?? '') ? isAlarm(block) : block.every(isPlain)));

const isBegin = (line: string): boolean => /^BEGIN:/i.test(line);
const isPlain = (line: string): boolean => isWellFormed(line) && !/^(?:BEGIN|END):/i.test(line);

/** An alarm has one action, and one trigger that is a duration or a time in UTC (RFC 5545, 3.6.6). */
function isAlarm(block: readonly string[]): boolean {
  const inner = block.slice(1, -1);
  const named = (name: RegExp) => inner.filter((line) => name.test(line));
  const [trigger = '', ...others] = named(/^TRIGGER[;:]/i);
  const isMomentary = /;VALUE="?DATE-TIME"?[;:]/i.test(trigger);
  return (
    /^BEGIN:VALARM$/i.test(block[0] ?? '') &&
    /^END:VALARM$/i.test(block.at(-1) ?? '') &&
    inner.every(isPlain) &&
    named(/^ACTION[;:]/i).length === 1 &&
    others.length === 0 &&
    (isMomentary ? isMoment : isDuration)(partsOf(trigger).value)
  );
}
