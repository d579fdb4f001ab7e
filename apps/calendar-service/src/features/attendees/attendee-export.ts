import type { Actor } from '@almanac/auth';
import { contentDisposition } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import type { EventRow } from '../events/rows/event-row';
import { AttendeeListParser, type ParsedAttendeeList, AttendeeListing } from './attendees.listing';
import { AttendeePresenter } from './attendee.presenter';

const COLUMNS = [
  'id',
  'ticket',
  'name',
  'email',
  'status',
  'cost',
  'checked_in_at',
  'date',
  'occurrence_date',
] as const;

/** Rows per query, so that neither memory nor the database has to hold all of them. */
const BATCH = 1_000;

/** Exports all attendees that match the filters of a list as CSV, the earliest first. */
@Injectable()
export class AttendeeExport {
  constructor(
    private readonly filters: AttendeeListParser,
    private readonly listing: AttendeeListing,
    private readonly presenter: AttendeePresenter,
  ) {}

  async csv(eventId: number, input: Record<string, unknown>, actor: Actor) {
    const { event, filter } = await this.filters.parse(eventId, input, actor);
    const name = `${event.slug || `event-${event.id}`}-attendees.csv`;
    return {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': contentDisposition('attachment', name),
      },
      lines: this.lines(event, filter),
    };
  }

  private async *lines(event: EventRow, filter: ParsedAttendeeList['filter']): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for (let after = 0; ;) {
      const rows = await this.listing.batch(filter, after, BATCH);
      const presented = rows.map((row): Record<string, unknown> => this.presenter.present(row, event));
      yield presented.map((attendee) => csvLine(COLUMNS.map((column) => attendee[column]))).join('');
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = last.id;
    }
  }
}

/**
 * A line of comma-separated values (RFC 4180), each in quotes. Texts that a spreadsheet would run as a formula get an apostrophe in front: an
 * attendee could have entered a malicious one.
 */
export const csvLine = (values: readonly unknown[]): string =>
  stringify([[...values]], {
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    cast: { boolean: String },
  });
