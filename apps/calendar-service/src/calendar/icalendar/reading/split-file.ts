import { CALENDAR_COMPONENTS, CALENDAR_PROPERTIES, EVENT_COMPONENTS } from '../file-parts';

/** A component of a calendar file: its content lines, unfolded. */
export interface FileComponent {
  /** Its first line, counted from 1. */
  readonly line: number;
  readonly lines: string[];
  /** Content lines of its alarms. */
  readonly alarms: string[];
  /** Names of other components in it, in capitals; `VALARM` for those in an alarm. */
  readonly within: Set<string>;
  /** METHOD of its calendar, in capitals. */
  method: string;
  /** Why it cannot be read. */
  fault?: string;
}

/** Why an event of a file cannot be imported, in a sentence for the caller. */
export class EventFault extends Error {}

/** The components that calendars of events are made of. */
interface CalendarParts {
  readonly events: FileComponent[];
  readonly zones: FileComponent[];
  /** Properties of the calendar itself that are read, by name. */
  readonly properties: Map<string, string>;
  /** METHOD of each calendar in the file. */
  readonly methods: string[];
  /** Components that are no events or zones, by name. */
  readonly others: Map<string, OtherComponent>;
}

/** Components of one name that are not imported. */
export interface OtherComponent {
  readonly component: string;
  count: number;
  /** Of the first one. */
  readonly line: number;
}

/** Why a file cannot be read at all. */
export interface BrokenFile {
  readonly line: number;
  readonly message: string;
}

const MAX_EVENTS = 5_000;
const MAX_ZONES = 500;
const MAX_LINES = 5_000;
const MAX_LINE_LENGTH = 100_000;
const DEEPEST = 8;
const MAX_NAMES = 50;
const MAX_NAME_LENGTH = 50;
const NO_CALENDAR = 'A calendar file begins with BEGIN:VCALENDAR.';

/**
 * Splits a calendar file into its components (RFC 5545, 3.4 and 3.6). A fault in one event does not affect the others. Time is linear in the
 * length of any file. Keeps lines of events, alarms and zones, the properties of calendars, and the names of all other components.
 */
export function splitFile(text: string): CalendarParts | BrokenFile {
  const parts: CalendarParts = { events: [], zones: [], properties: new Map(), methods: [], others: new Map() };
  const open: string[] = [];
  let current: FileComponent | undefined;
  let calendar = { method: 'PUBLISH', firstEvent: 0 };

  for (const { line, content } of contentLines(text)) {
    const broken = (message: string): BrokenFile => ({ line, message });
    const [name = ''] = /^[A-Za-z0-9-]+/.exec(content) ?? [];
    const colon = content.indexOf(':');
    const value = name === '' || colon < 0 ? '' : content.slice(colon + 1);
    const [property, component] = [name.toUpperCase(), value.trim().toUpperCase()];
    if (open.length === 0 && (property !== 'BEGIN' || component !== 'VCALENDAR')) return broken(NO_CALENDAR);

    if (property === 'BEGIN') {
      if (open.length === 0) calendar = { method: 'PUBLISH', firstEvent: parts.events.length };
      open.push(component);
      if (open.length > DEEPEST) return broken('Components are nested too deeply.');
      if (open.length === 2) current = opened(parts, component, line);
      else if (component === 'VCALENDAR' && open.length > 1) return broken('A calendar does not hold a calendar.');
      if (parts.events.length > MAX_EVENTS) return broken(`A file may hold ${MAX_EVENTS} events at most.`);
      if (parts.zones.length > MAX_ZONES) return broken(`A file may hold ${MAX_ZONES} time zones at most.`);
      if (current && open.length > 2) nested(current, open);
    }
    // Of the components inside an event only alarms are kept, separately. The parts of a zone belong to the zone.
    if (current && (open.length === 2 || open[1] === 'VTIMEZONE')) keep(current, content);
    else if (current && open.length === 3 && open[2] === 'VALARM') keep(current, content, current.alarms);
    else if (open.length === 1 && CALENDAR_PROPERTIES[property] === 'read') parts.properties.set(property, value);
    if (open.length === 1 && property === 'METHOD') calendar.method = component;
    if (property === 'END') {
      if (open.pop() !== component) return broken(`END:${component} ends nothing that was begun.`);
      if (open.length === 1) current = undefined;
      if (open.length === 0) {
        // METHOD may come after the events of its calendar.
        for (const event of parts.events.slice(calendar.firstEvent)) event.method = calendar.method;
        parts.methods.push(calendar.method);
      }
    }
  }
  if (parts.methods.length === 0 && open.length === 0) return { line: 1, message: NO_CALENDAR };
  return open.length === 0
    ? parts
    : { line: text.split('\n').length, message: `The file ends within ${String(open.at(-1))}.` };
}

function opened(parts: CalendarParts, component: string, line: number): FileComponent | undefined {
  const list = component === 'VEVENT' ? parts.events : component === 'VTIMEZONE' ? parts.zones : undefined;
  if (CALENDAR_COMPONENTS[component] !== 'read') count(parts.others, component.slice(0, MAX_NAME_LENGTH), line);
  list?.push({ line, lines: [], alarms: [], within: new Set(), method: 'PUBLISH' });
  return list?.at(-1);
}

function count(others: CalendarParts['others'], component: string, line: number): void {
  const counted = others.get(component);
  if (counted) counted.count += 1;
  else if (others.size < MAX_NAMES) others.set(component, { component, count: 1, line });
}

function nested({ within }: FileComponent, open: readonly string[]): void {
  const [, , name = '', ...inner] = open;
  const isKept = EVENT_COMPONENTS[name] === 'kept' && inner.length === 0;
  if (!isKept && within.size < MAX_NAMES) within.add(name.slice(0, MAX_NAME_LENGTH));
}

function keep(component: FileComponent, content: string, lines = component.lines): void {
  if (content.length > MAX_LINE_LENGTH) component.fault ??= `A line is longer than ${MAX_LINE_LENGTH} characters.`;
  else if (lines.length >= MAX_LINES) component.fault ??= `It has more than ${MAX_LINES} lines.`;
  else lines.push(content);
}

/**
 * Content lines, unfolded. A line over the limit is cut, because it is refused anyway. Lines end in CR and LF, or in one of them. Blank lines are
 * skipped, also between a line and its continuation.
 */
function* contentLines(text: string): Generator<{ line: number; content: string }> {
  let logical = { line: 0, content: '' };
  let line = 0;
  for (const physical of physicalLines(text)) {
    line += 1;
    if (line > 1 && /^[ \t]/.test(physical)) {
      if (logical.content.length <= MAX_LINE_LENGTH) logical.content += physical.slice(1);
    } else if (physical !== '') {
      if (logical.content !== '') yield logical;
      logical = { line, content: physical };
    }
  }
  if (logical.content !== '') yield logical;
}

function* physicalLines(text: string): Generator<string> {
  let from = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) {
    yield text.slice(from, index);
    from = index + end.length;
  }
  if (from < text.length) yield text.slice(from);
}
