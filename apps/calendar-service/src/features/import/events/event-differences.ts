import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { newLines, withoutAttachment } from '../../../calendar/icalendar/kept-lines';
import type { ReadEvent } from '../../../calendar/icalendar/reading/read-event';
import { EventLoader } from '../../events/rows/events.repository';
import type { EventRow } from '../../events/rows/event-row';
import { CalendarEvents } from '../../feeds/calendar-events';
import { FeedSeries } from '../../feeds/feed-series';
import { differencesOf, timesInput } from './import-differences';
import { type ExportedEvent, ImportLinks } from './import-links';
import { ImportedEvents } from './imported-events';

/** Compares events of files with stored ones. */
@Injectable()
export class EventDifferences {
  constructor(
    private readonly series: FeedSeries,
    private readonly imported: ImportedEvents,
    private readonly loader: EventLoader,
    private readonly calendar: CalendarEvents,
    private readonly links: ImportLinks,
  ) {}

  /** Changes that the file makes to the event. A single occurrence always gets its times, because the row has those of the series. */
  async of(row: EventRow, read: ReadEvent, actor: Actor, subject: 'the event' | 'one occurrence' = 'the event') {
    const { event, written } = await this.stored(row, actor);
    const current = subject === 'the event' ? written : { ...written, recurrence: undefined };
    const links = await this.links.plan(read, actor, { event, written });
    const times =
      subject === 'the event' ? {} : timesInput(read.times, read.isZoneNamed ? read.times.timezone : row.timezone);
    return {
      changes: { ...differencesOf(current, row.website, read), ...times },
      links,
      kept: newLines(withoutAttachment(read.kept, written.image), await this.imported.keptLines(row.id)),
      leftOut: links.leftOut.length > 0 ? { left_out: links.leftOut } : {},
    };
  }

  /** Nothing is hidden by the event's password, because the caller may change the event. */
  private async stored(row: EventRow, actor: Actor): Promise<ExportedEvent> {
    const event = await this.loader.loadRow({ ...row, passwordHash: null });
    return { event, written: { ...this.calendar.of(event, actor), ...(await this.series.linesOf(row.id)) } };
  }
}
