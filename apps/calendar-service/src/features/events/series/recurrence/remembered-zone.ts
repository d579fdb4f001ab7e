import { Zone } from 'luxon';
import type { TimeZone } from '../../../../calendar/time-zones/time-zone';
import { DAY_MS } from '../../../../calendar/time-zones/wall-clock';

const WEEK_MS = 7 * DAY_MS;

/**
 * The same zone with cached offsets, for work that needs thousands of them. The platform takes a good part of a millisecond for each.
 * A week that begins and ends with the same offset has no other in between.
 */
export const remembered = (zone: TimeZone): TimeZone => ({ ...zone, rules: new RememberedRules(zone.rules) });

class RememberedRules extends Zone {
  private readonly known = new Map<number, number>();

  constructor(private readonly zone: Zone) {
    super();
  }

  override get type(): string {
    return this.zone.type;
  }

  override get name(): string {
    return this.zone.name;
  }

  override get isUniversal(): boolean {
    return this.zone.isUniversal;
  }

  override get isValid(): boolean {
    return this.zone.isValid;
  }

  override offsetName(...args: Parameters<Zone['offsetName']>): string | null {
    return this.zone.offsetName(...args);
  }

  override formatOffset(...args: Parameters<Zone['formatOffset']>): string {
    return this.zone.formatOffset(...args);
  }

  override equals(other: Zone): boolean {
    return this.zone.equals(other);
  }

  override offset(instant: number): number {
    const week = Math.floor(instant / WEEK_MS);
    const [from, to] = [this.at(week), this.at(week + 1)];
    return from === to ? from : this.zone.offset(instant);
  }

  private at(week: number): number {
    const offset = this.known.get(week) ?? this.zone.offset(week * WEEK_MS);
    this.known.set(week, offset);
    return offset;
  }
}
