import { createHash } from 'node:crypto';
import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { EventFault } from '../../../calendar/icalendar/reading/split-file';
import type { ReadEvent } from '../../../calendar/icalendar/reading/read-event';
import { dayOfMidnight, type WrittenClock } from '../../../calendar/icalendar/reading/written-time';
import { basicDay, basicInstant } from '../../../calendar/icalendar/basic-clock';
import { mayUpdate } from '../../../records/access/rights';
import { toInstant } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { UTC } from '../../../calendar/time-zones/time-zone';
import {
  clockTime,
  isWallClock,
  isWritable,
  startOfDay,
  type WallClock,
} from '../../../calendar/time-zones/wall-clock';
import type { EventRow } from '../../events/rows/event-row';
import { EventsRepository } from '../../events/rows/events.repository';
import { isSeries } from '../../events/series/series-row';
import { ImportedEvents } from './imported-events';
import { startIn, StrayOccurrences } from './stray-occurrences';

/**
 * Occurrences whose series is neither in the file nor here, such as invitations to one date. They are events of their own, each with a UID that is made
 * of the UID of its series and its start. When the series is imported, they become its changed occurrences.
 */
@Injectable()
export class LoneOccurrences {
  constructor(
    private readonly imported: ImportedEvents,
    private readonly repository: EventsRepository,
    private readonly strays: StrayOccurrences,
  ) {}

  /** @param series that has just been created */
  async join(series: EventRow, uid: string, actor: Actor): Promise<void> {
    for (const lone of await this.imported.unlinked(prefixOf(uid))) {
      const row = await this.repository.lock({ id: lone.id });
      const written = writtenOf(lone.uid.slice(prefixOf(uid).length));
      if (!row || !written || isSeries(row) || !mayUpdate(actor, 'event', row)) continue;
      // Read again, because each one may have given it an additional date.
      const current = (await this.repository.lock({ id: series.id })) ?? series;
      const start = startIn(current, written);
      if (await this.isDate(current, start, actor)) await this.imported.replaceOccurrence(series.id, start, lone.id);
    }
  }

  private async isDate(series: EventRow, start: WallClock, actor: Actor): Promise<boolean> {
    if (await this.strays.has(series, start)) return true;
    if (this.strays.isExcluded(series, start)) return false;
    try {
      await this.strays.add(series, start, actor);
      return true;
    } catch (failure) {
      if (!(failure instanceof EventFault)) throw failure;
      return false;
    }
  }
}

/** The UIDs that the occurrence may be stored with. */
export function loneUids(uid: string, replaces: WrittenClock): { ofDay: string; ofTime: string } {
  const { clock, zone, day } = replaces;
  const ofDay = prefixOf(uid) + basicDay(day);
  const ofTime = zone === undefined ? ofDay : prefixOf(uid) + basicInstant(toInstant(clock, storedZone(zone)));
  return { ofDay, ofTime };
}

/** The UID to store the event with. Some programs write whole days as midnights of a zone, which are other days elsewhere. */
export function loneUid({ uid, times }: ReadEvent, replaces: WrittenClock): string {
  const isDay = times.allDay && (replaces.zone === undefined || replaces.clock === startOfDay(replaces.clock));
  return loneUids(uid, replaces)[isDay ? 'ofDay' : 'ofTime'];
}

/** Of a fixed length: a UID may be as long as the database permits. */
const prefixOf = (uid: string): string => `occurrence-${createHash('sha256').update(uid).digest('hex').slice(0, 32)}-`;

/** The start in the form of `basicDay` or `basicInstant`; undefined in a UID that only looks like ours. */
function writtenOf(text: string): WrittenClock | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(text) ?? [];
  const clock = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  if (!isWallClock(clock) || !isWritable(clockTime(clock))) return undefined;
  return text.endsWith('Z')
    ? { clock, zone: UTC.name, day: dayOfMidnight(clock) }
    : { clock, zone: undefined, day: clock };
}
