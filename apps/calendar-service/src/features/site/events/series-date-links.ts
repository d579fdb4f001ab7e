import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { EventRow } from '../../events/rows/event-row';
import { isSeries } from '../../events/series/series-row';
import { occurrencePath, recordPath } from '../record-paths';
import { EventSurroundings, type LinkedTime } from './event-surroundings';
import { ownTimes } from './event-facts';

const MAX_DATES = 5;

/** Finds the other dates of a series for the page of one of them. */
@Injectable()
export class SeriesDateLinks {
  constructor(private readonly surroundings: EventSurroundings) {}

  /**
   * The next dates that are not over, without the one of this row.
   * @param row an event, one date of a series, or an event that replaces a date; others have none
   */
  async others(row: EventRow, now: Date, actor: Actor) {
    const seriesId = isSeries(row) ? row.id : row.recurrenceStart === null ? null : row.seriesId;
    if (seriesId === null) return [];
    const dates = await this.surroundings.upcoming(seriesId, now, MAX_DATES + 1, actor);
    return dates
      .filter(({ id, startsLocal }) => id !== row.id || startsLocal !== row.startsLocal)
      .slice(0, MAX_DATES)
      .map((time) => ({ times: ownTimes(time), path: pathOf(time, seriesId) }));
  }
}

/** An event that replaces a date has a page of its own. */
const pathOf = (time: LinkedTime, seriesId: number): string =>
  time.id === seriesId ? occurrencePath(time, time.startsLocal) : recordPath('event', time);
