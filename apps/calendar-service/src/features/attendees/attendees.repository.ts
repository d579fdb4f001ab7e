import { columnNames, Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { clockText } from '../../records/access/head-sql';
import type { Ticket } from '../../calendar/tickets/ticket';
import type { Attendee } from './attendee';
import { StoredAttendee } from './attendee.entity';

/** Columns of an `Attendee`, from the table alias `attendee`. */
export const ATTENDEE_COLUMNS = sql`${selectColumns(StoredAttendee, 'attendee', 'id', 'eventId', 'ticketId', 'userId', 'name', 'email', 'status')},
  ${selectColumns(StoredAttendee, 'attendee', 'price', 'currency', 'cancelTokenHash', 'checkedInAt', 'createdAt')},
  ${selectComputed<Pick<Attendee, 'occurrence'>>({ occurrence: clockText('attendee.occurrence') })}`;

export type NewAttendee = Pick<Attendee, 'userId' | 'name' | 'email' | 'cancelTokenHash' | 'occurrence'>;

const TAKEN = columnNames(
  StoredAttendee,
  'eventId',
  'ticketId',
  'price',
  'currency',
  'userId',
  'name',
  'email',
  'cancelTokenHash',
);

/** The unique index that allows an e-mail address one place per ticket, or per occurrence. */
export const ONE_PLACE_EACH = 'attendees_going_key';

/** Queries about attendees. The ticket holds their counts, so every change of an attendee locks the ticket first. */
@Injectable()
export class AttendeesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(StoredAttendee) private readonly rows: Repository<StoredAttendee>,
  ) {}

  /**
   * Takes a place, if there is one left. A single statement locks and checks the ticket, counts it up and stores the attendee. So the lock is not held
   * during a round trip.
   */
  async take(
    { id }: Pick<Ticket, 'id'>,
    { userId, name, email, cancelTokenHash }: NewAttendee,
  ): Promise<Attendee | undefined> {
    const [attendee] = await this.database.query(
      sql`WITH place AS (
          UPDATE tickets SET sold = sold + 1 WHERE id = $1 AND (capacity IS NULL OR sold < capacity)
          RETURNING id, event_id, price, currency)
        INSERT INTO attendees AS attendee (${TAKEN})
        SELECT event_id, id, price, currency, $2::int, $3, $4, $5 FROM place
        RETURNING ${ATTENDEE_COLUMNS}`,
      [id, userId, name, email, cancelTokenHash],
    );
    return attendee;
  }

  /** As `take`, for one occurrence. No row holds a count of its places, so the ticket is locked while they are counted. */
  async takeAt(
    { id }: Pick<Ticket, 'id'>,
    { userId, name, email, cancelTokenHash, occurrence }: NewAttendee,
  ): Promise<Attendee | undefined> {
    return this.database.transaction(async () => {
      // The count runs in a second statement: one that waits for the lock would not see attendees stored meanwhile.
      await this.database.query(`SELECT id FROM tickets WHERE id = $1 FOR NO KEY UPDATE`, [id]);
      const [attendee] = await this.database.query(
        sql`WITH place AS (
            UPDATE tickets SET sold = sold + 1 WHERE id = $1 AND (capacity IS NULL OR capacity > (
              SELECT count(*) FROM attendees WHERE ticket_id = $1 AND occurrence = $6::timestamp AND status = 'going'))
            RETURNING id, event_id, price, currency)
          INSERT INTO attendees AS attendee (${TAKEN}, occurrence)
          SELECT event_id, id, price, currency, $2::int, $3, $4, $5, $6::timestamp FROM place
          RETURNING ${ATTENDEE_COLUMNS}`,
        [id, userId, name, email, cancelTokenHash, occurrence],
      );
      return attendee;
    });
  }

  async isGoing(
    { id }: Pick<Ticket, 'id'>,
    { email, occurrence }: Pick<NewAttendee, 'email' | 'occurrence'>,
  ): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT id FROM attendees WHERE ticket_id = $1 AND lower(email) = lower($2) AND status = 'going'
        AND occurrence IS NOT DISTINCT FROM $3::timestamp`,
      [id, email, occurrence],
    );
    return rows.length > 0;
  }

  async find(eventId: number, id: number): Promise<Attendee | undefined> {
    const [attendee] = await this.database.query(
      sql`SELECT ${ATTENDEE_COLUMNS} FROM attendees attendee WHERE attendee.event_id = $1 AND attendee.id = $2`,
      [eventId, id],
    );
    return attendee;
  }

  /** As `find`, and locks the ticket until the open transaction ends, so that none of its places change. */
  async lock(eventId: number, id: number): Promise<Attendee | undefined> {
    await this.database.query(
      `SELECT ticket.id FROM tickets ticket JOIN attendees attendee ON attendee.ticket_id = ticket.id
        WHERE attendee.event_id = $1 AND attendee.id = $2 FOR NO KEY UPDATE OF ticket`,
      [eventId, id],
    );
    return this.find(eventId, id);
  }

  async cancel({ id, ticketId }: Attendee): Promise<Attendee | undefined> {
    await this.count(ticketId, { sold: -1, checkedIn: 0 });
    return this.set(id, `status = 'cancelled'`);
  }

  /** Removes the attendee for good, and frees the place unless it was cancelled already. @returns the attendee as it was */
  async remove(attendee: Attendee): Promise<Attendee> {
    const { id, ticketId, status, checkedInAt } = attendee;
    await this.rows.delete(id);
    await this.count(ticketId, { sold: status === 'going' ? -1 : 0, checkedIn: checkedInAt ? -1 : 0 });
    return attendee;
  }

  async checkIn({ id, ticketId }: Attendee): Promise<Attendee | undefined> {
    await this.count(ticketId, { sold: 0, checkedIn: 1 });
    return this.set(id, `checked_in_at = now()`);
  }

  async undoCheckIn({ id, ticketId }: Attendee): Promise<Attendee | undefined> {
    await this.count(ticketId, { sold: 0, checkedIn: -1 });
    return this.set(id, `checked_in_at = NULL`);
  }

  private async set(id: number, assignment: string): Promise<Attendee | undefined> {
    const [attendee] = await this.database.query(
      sql`UPDATE attendees attendee SET ${assignment} WHERE attendee.id = $1 RETURNING ${ATTENDEE_COLUMNS}`,
      [id],
    );
    return attendee;
  }

  private async count(ticketId: number, { sold, checkedIn }: { sold: number; checkedIn: number }): Promise<void> {
    await this.database.query(`UPDATE tickets SET sold = sold + $2, checked_in = checked_in + $3 WHERE id = $1`, [
      ticketId,
      sold,
      checkedIn,
    ]);
  }
}
