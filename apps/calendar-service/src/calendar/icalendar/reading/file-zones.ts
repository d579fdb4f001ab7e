import ICAL from 'ical.js';
import { toInstant } from '../../time-zones/conversion';
import { parseTimeZone, type TimeZone } from '../../time-zones/time-zone';
import { clockAt, clockTime, type WallClock } from '../../time-zones/wall-clock';
import { parsedLines } from './parsed-lines';
import type { FileComponent } from './split-file';
import { zoneOfId } from '../zone-ids';

/** The zones that files describe most often; they are tried before all others. */
const USUAL = [
  'Europe/London',
  'Europe/Berlin',
  'Europe/Helsinki',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Australia/Sydney',
];

/** The parts that a yearly rule may have. Zones need no others, and other parts could take unbounded work. */
const PLAIN_RULE =
  /^FREQ=YEARLY(?:;(?:INTERVAL=1|COUNT=\d{1,3}|UNTIL=\w+|BYMONTH=\d+|BYDAY=-?\d?[A-Z]{2}|BYMONTHDAY=-?[\d,-]+|WKST=[A-Z]{2}))*$/;
const MAX_OBSERVANCES = 400;

/** Clocks are compared in the middle of each month of these years. */
const PROBED_YEARS = [2024, 2025, 2026, 2027];

/** The zones of one file, by the ids that its events use. */
export class FileZones {
  private readonly known = new Map<string, TimeZone | undefined>();
  private readonly definitions: ReadonlyMap<string, FileComponent>;

  /** @param siteZone for clocks without a zone, unless the file names a zone for them (`X-WR-TIMEZONE`) */
  constructor(
    zones: readonly FileComponent[],
    private readonly siteZone: TimeZone,
    calendarZone: string | undefined,
  ) {
    this.definitions = new Map(zones.map((zone) => [valueOf(zone, 'TZID') ?? '', zone]));
    this.floating = (calendarZone === undefined ? undefined : this.named(calendarZone)) ?? siteZone;
  }

  readonly floating: TimeZone;

  /** The zone by its name, or by its rules if the name is unknown; undefined if neither identifies a zone. */
  named(id: string): TimeZone | undefined {
    if (!this.known.has(id)) this.known.set(id, this.find(id));
    return this.known.get(id);
  }

  private find(id: string): TimeZone | undefined {
    const definition = this.definitions.get(id);
    const names = [id, ...pathEnds(id), definition ? (valueOf(definition, 'X-LIC-LOCATION') ?? '') : ''];
    for (const name of names) {
      const zone = zoneOfId(name);
      if (zone) return zone;
    }
    return definition && zoneWithRules(definition, this.siteZone);
  }
}

/** `/mozilla.org/20050126_1/Europe/Berlin` → `20050126_1/Europe/Berlin`, `Europe/Berlin`. Only names with a slash in them count. */
function pathEnds(id: string): string[] {
  const parts = id.split('/');
  return parts
    .slice(0, 10)
    .map((_, i) => parts.slice(i + 1).join('/'))
    .filter((end) => end.includes('/'));
}

function valueOf({ lines }: FileComponent, name: string): string | undefined {
  const line = lines.find((text) => text.toUpperCase().startsWith(name) && /^[:;]/.test(text.slice(name.length)));
  return line?.slice(line.indexOf(':') + 1).trim();
}

/** A zone of the tz database, or a fixed offset, whose clocks agree with those of the definition. */
function zoneWithRules(definition: FileComponent, siteZone: TimeZone): TimeZone | undefined {
  const probes = probesOf(definition);
  const offsets = new Set(probes?.map(({ clock, instant }) => clockTime(clock) - instant));
  const [only] = offsets;
  if (!probes || only === undefined) return undefined;
  if (offsets.size === 1) return fixedZone(only / 60_000);
  const fits = (zone: TimeZone) => probes.every(({ clock, instant }) => toInstant(clock, zone).getTime() === instant);
  if (fits(siteZone)) return siteZone;
  for (const name of [...USUAL, ...Intl.supportedValuesOf('timeZone')]) {
    const zone = parseTimeZone(name);
    if (zone && fits(zone)) return zone;
  }
  return undefined;
}

function fixedZone(minutes: number): TimeZone | undefined {
  const size = Math.abs(minutes);
  return parseTimeZone(
    minutes === 0
      ? 'UTC'
      : `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`}`,
  );
}

/** The instants that the definition gives for some clocks. */
function probesOf({ lines, fault }: FileComponent): { clock: WallClock; instant: number }[] | undefined {
  const rules = lines
    .filter((line) => /^RRULE/i.test(line))
    .map((line) =>
      line
        .slice(line.indexOf(':') + 1)
        .trim()
        .toUpperCase(),
    );
  const observances = lines.filter((line) => /^BEGIN:(?:STANDARD|DAYLIGHT)/i.test(line)).length;
  if (fault || observances === 0 || observances > MAX_OBSERVANCES || !rules.every((rule) => PLAIN_RULE.test(rule)))
    return undefined;
  try {
    const zone = new ICAL.Timezone(parsedLines(lines));
    return PROBED_YEARS.flatMap((year) =>
      Array.from({ length: 12 }, (_, month) => {
        const time = ICAL.Time.fromData(
          { year, month: month + 1, day: 15, hour: 12, minute: 0, second: 0, isDate: false },
          zone,
        );
        return { clock: clockAt(Date.UTC(year, month, 15, 12)), instant: time.toUnixTime() * 1_000 };
      }),
    );
  } catch {
    return undefined;
  }
}
