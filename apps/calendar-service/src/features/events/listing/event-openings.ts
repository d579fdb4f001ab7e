import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { type EventListQuery, readsContents } from './event-list-query';
import { matching } from './event-listing';
import { EventPasswords, MAX_CHECKS, type Protected } from '../passwords/event-passwords';

/** Finds the protected events that a list may place, because the caller sent their password. */
@Injectable()
export class EventOpenings {
  constructor(
    private readonly database: Database,
    private readonly passwords: EventPasswords,
  ) {}

  /**
   * Ids of the opened events. Only filters by shown members narrow the events that are checked: the
   * limit of wrong passwords would tell for which values of the others there are protected events.
   */
  async of(list: EventListQuery, actor: Actor, password: string | undefined): Promise<readonly number[]> {
    if (password === undefined || !readsContents(list)) return [];
    const parameters = new Parameters();
    const { status, include, post_parent } = list.filters;
    const shown = { ...list, filters: { status, include, post_parent }, query: { ...list.query, filters: [] } };
    const { from, where } = matching(shown, actor, parameters);
    const events = await this.database.query<Protected>(
      `SELECT DISTINCT event.id, event.password_hash AS "passwordHash" FROM ${from}
        WHERE ${where.join(' AND ')} AND event.password_hash IS NOT NULL ORDER BY event.id LIMIT ${MAX_CHECKS}`,
      parameters.values,
    );
    const locked = await this.passwords.lockedAmong(events, password);
    return events.map(({ id }) => id).filter((id) => !locked.has(id));
  }
}
