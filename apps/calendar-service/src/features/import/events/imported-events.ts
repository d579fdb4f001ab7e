import { Database, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { KeptLines } from '../../../calendar/icalendar/kept-lines';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import { clockText } from '../../../records/access/head-sql';
import { ofLastChange } from '../../../records/changes/changes.repository';
import { StoredEvent } from '../../../records/record/record.entity';

/** As many as a series may have additional dates. */
const MAX_UNLINKED = 1_000;

/**
 * Queries about iCalendar identities of events: UID, SEQUENCE, replaced occurrence, and lines kept from files. Changes are SQL, because those of a
 * TypeORM repository set the date of the change as well.
 */
@Injectable()
export class ImportedEvents {
  constructor(
    private readonly database: Database,
    @InjectRepository(StoredEvent) private readonly rows: Repository<StoredEvent>,
  ) {}

  async lock(uid: string): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [`event-uid:${uid}`]);
  }

  async find(uid: string): Promise<number | undefined> {
    const row = await this.rows.findOne({ select: { id: true }, where: { uid } });
    return row?.id;
  }

  async findReplacement(seriesId: number, start: WallClock): Promise<number | undefined> {
    const [row] = await this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'events', 'id')} FROM events WHERE series_id = $1 AND recurrence_start = $2::timestamp`,
      [seriesId, start],
    );
    return row?.id;
  }

  /** Events whose UIDs begin like this and that belong to no series. */
  unlinked(prefix: string): Promise<Pick<StoredEvent, 'id' | 'uid'>[]> {
    return this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'events', 'id', 'uid')} FROM events WHERE uid >= $1 AND uid < $1 || '~' AND series_id IS NULL ORDER BY uid LIMIT ${MAX_UNLINKED}`,
      [prefix],
    );
  }

  /** The date of its change stays: otherwise the event would count as newer than the file that brings its series. */
  async replaceOccurrence(seriesId: number, start: WallClock, eventId: number): Promise<void> {
    await this.database.query(`DELETE FROM occurrences WHERE event_id = $1 AND starts_local = $2`, [seriesId, start]);
    const changes = setColumns(StoredEvent, { seriesId: '$2', recurrenceStart: '$3' });
    await this.database.query(`UPDATE events SET ${changes} WHERE id = $1`, [eventId, seriesId, start]);
  }

  async replacedStarts(seriesId: number): Promise<WallClock[]> {
    const rows = await this.database.query(
      sql`SELECT ${selectComputed<{ start: WallClock }>({ start: clockText('recurrence_start') })} FROM events
        WHERE series_id = $1 AND recurrence_start IS NOT NULL`,
      [seriesId],
    );
    return rows.map(({ start }) => start);
  }

  async identify(id: number, uid: string, sequence: number): Promise<void> {
    const changes = setColumns(StoredEvent, { uid: '$2', sequence: '$3' });
    await this.database.query(`UPDATE events SET ${changes} WHERE id = $1`, [id, uid, sequence]);
  }

  async setSequence(id: number, sequence: number): Promise<void> {
    const changes = setColumns(StoredEvent, { sequence: '$2' });
    await this.database.query(`UPDATE events SET ${changes} WHERE id = $1`, [id, sequence]);
  }

  async keptLines(id: number): Promise<KeptLines> {
    const row = await this.rows.findOne({ select: { id: true, keptLines: true }, where: { id } });
    return row?.keptLines ?? {};
  }

  /** Stores lines of a file. Each kind in `kept` replaces the stored lines of that kind. */
  async keepLines(id: number, kept: KeptLines): Promise<void> {
    if (Object.keys(kept).length === 0) return;
    const keptLines = `coalesce(kept_lines, '{}') || $2::jsonb`;
    const changes = setColumns(StoredEvent, { keptLines, modifiedAt: 'now()' });
    await this.database.query(`UPDATE events SET ${changes} WHERE id = $1`, [id, JSON.stringify(kept)]);
  }

  /** Sets a higher sequence only: it counts changes made here too, and must never fall. */
  async raiseSequence(id: number, sequence: number): Promise<void> {
    const raised = ofLastChange('raised', 'events');
    const changes = setColumns(StoredEvent, { sequence: `$2 - ${raised}` });
    await this.database.query(`UPDATE events SET ${changes} WHERE id = $1 AND sequence + ${raised} < $2`, [
      id,
      sequence,
    ]);
  }
}
