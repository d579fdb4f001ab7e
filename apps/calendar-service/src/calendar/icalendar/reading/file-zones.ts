import type { TimeZone } from '../../time-zones/time-zone';
import { datedPartsOf, partsOf } from '../line-parts';
import { readDefinition, type ZoneDefinition } from '../zones/zone-definition';
import { zoneKey, zoneOfName, zoneOfUsualName } from '../zones/zone-names';
import { zoneWithRules } from '../zones/zone-with-rules';
import type { FileComponent } from './split-file';

/** The parts of a file that tell its zones. */
interface ZoneSource {
  readonly zones: readonly FileComponent[];
  readonly events: readonly FileComponent[];
  readonly properties: ReadonlyMap<string, string>;
}

/** Zones are looked up for this many ids. */
const MAX_IDS = 2_000;

/** Why an id names no zone, as the end of a sentence; empty for one that is only unknown. */
type Found = { zone: TimeZone } | { fault: string };

/** The zones of one file, by the ids that its events use. Letter case, escapes and quotes of ids make no difference. */
export class FileZones {
  private readonly cached = new Map<string, Found>();
  private readonly definitions: ReadonlyMap<string, FileComponent>;
  private days: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  /** @param siteZone for clocks without a zone, unless the file names a zone for them (`X-WR-TIMEZONE`) */
  constructor(
    private readonly source: ZoneSource,
    private readonly siteZone: TimeZone,
  ) {
    this.definitions = new Map(source.zones.map((zone) => [zoneKey(valueOf(zone, 'TZID') ?? ''), zone]));
    this.floating = this.named(source.properties.get('X-WR-TIMEZONE') ?? '') ?? siteZone;
  }

  readonly floating: TimeZone;

  /** The zone of the file's writer: the calendar's, or the only one that the file defines. */
  get home(): TimeZone | undefined {
    const [only, ...others] = this.source.zones;
    const defined = only && others.length === 0 ? valueOf(only, 'TZID') : undefined;
    return this.named(this.source.properties.get('X-WR-TIMEZONE') ?? defined ?? '');
  }

  /** The zone by its name, by its rules, or by a usual name; undefined if none of them identifies a zone. */
  named(id: string): TimeZone | undefined {
    const found = this.found(id);
    return 'zone' in found ? found.zone : undefined;
  }

  /** Why `named` finds no zone, in a sentence for the caller. */
  whyUnknown(id: string): string {
    const found = this.found(id);
    return `The time zone ${id.slice(0, 100)} is unknown${'fault' in found ? found.fault : ''}.`;
  }

  private found(id: string): Found {
    const key = zoneKey(id);
    let found = this.cached.get(key);
    if (!found && this.cached.size >= MAX_IDS) return { fault: `, because the file names more than ${MAX_IDS} zones` };
    if (!found) this.cached.set(key, (found = this.find(id, key)));
    return found;
  }

  private find(id: string, key: string): Found {
    const definition = key === '' ? undefined : this.definitions.get(key);
    const named = zoneOfName(id);
    if (!definition) {
      const zone = named ?? zoneOfUsualName(id);
      return zone ? { zone } : { fault: '' };
    }
    // X-LIC-LOCATION is of libical, TZID-ALIAS-OF of RFC 7808.
    const others = ['X-LIC-LOCATION', 'TZID-ALIAS-OF'].map((name) => zoneOfName(valueOf(definition, name) ?? ''));
    const certain = [isAbbreviation(key) ? undefined : named, ...others].find((zone) => zone !== undefined);
    if (certain) return { zone: certain };
    const usual = named ?? zoneOfUsualName(id);
    const rules = definition.fault === undefined ? readDefinition(definition.lines) : undefined;
    if (rules) return this.byRules(key, rules, usual);
    return usual ? { zone: usual } : { fault: ', and its rules cannot be read' };
  }

  private byRules(key: string, rules: ZoneDefinition, usual: TimeZone | undefined): Found {
    this.days ??= daysOf(this.source.events);
    try {
      const zone = zoneWithRules(rules, this.days.get(key) ?? new Set(), usual, this.siteZone);
      return zone ? { zone } : { fault: ', and its rules fit no known zone' };
    } catch (failure) {
      if (!(failure instanceof RangeError)) throw failure;
      return { fault: ', and its rules cannot be read' };
    }
  }
}

/** Programs use `GMT` for the zone of London, and `EST` for that of New York. */
const isAbbreviation = (key: string): boolean => /^[^/ ]+$/.test(key);

const valueOf = ({ lines }: FileComponent, name: string): string | undefined =>
  lines
    .filter((line) => line.slice(0, name.length).toUpperCase() === name)
    .map(partsOf)
    .find((parts) => parts.name.toUpperCase() === name)
    ?.value.trim();

/** The days of all times in a zone, e.g. `20310501`, by the key of the zone. */
function daysOf(events: readonly FileComponent[]): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>();
  for (const line of events.flatMap(({ lines }) => lines)) {
    if (!/^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE);/i.test(line)) continue;
    const { parameters, value } = datedPartsOf(line);
    const zone = parameters.find((parameter) => /^TZID=/i.test(parameter));
    if (zone === undefined) continue;
    const key = zoneKey(zone.slice('TZID='.length));
    const used = days.get(key) ?? new Set();
    days.set(key, used);
    for (const [, day = ''] of value.matchAll(/(?:^|,)(\d{8})T/g)) used.add(day);
  }
  return days;
}
