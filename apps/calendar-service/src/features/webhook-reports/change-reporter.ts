import { ANONYMOUS, type ReportedEvent } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Change, type ChangePage, ChangesRepository } from '../../records/changes/changes.repository';
import type { RecordNoun } from '../../records/record/record';
import { EventTerm } from '../../records/record/event-links.entity';
import { RecordLists } from '../../records/record-lists';
import { EventChangeFeed } from '../events/listing/event-change-feed';
import { ORGANIZER } from '../organizers/organizer.kind';
import { VENUE } from '../venues/venue.kind';
import { ContentWebhooks } from './content-webhooks';
import { type ReportPosition, ReportPositions } from './report-positions';

const EVERY_SECONDS = 15;
const BATCH = 25;
/** Long texts stay out of messages. */
const LEFT_OUT = new Set(['description', 'excerpt', 'custom_fields']);

/** Periodic task: reports changes of events, venues and organizers for webhooks, as callers without an account see them. */
@Injectable()
export class ChangeReporter implements OnModuleInit {
  private readonly visible: Readonly<
    Record<RecordNoun, (ids: readonly number[]) => Promise<ReadonlyMap<number, object>>>
  >;

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly changes: ChangesRepository,
    private readonly positions: ReportPositions,
    private readonly content: ContentWebhooks,
    events: EventChangeFeed,
    lists: RecordLists,
  ) {
    this.visible = {
      event: (ids) => events.visible(ids, ANONYMOUS),
      venue: (ids) => lists.visible(VENUE, ids, ANONYMOUS),
      organizer: (ids) => lists.visible(ORGANIZER, ids, ANONYMOUS),
    };
  }

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'webhooks.report', (stopping) => this.run(stopping));
  }

  async run(stopping?: AbortSignal): Promise<void> {
    for (const kind of ['event', 'venue', 'organizer'] as const)
      while (!stopping?.aborted && (await this.reportSome(kind)));
  }

  /** The position advances after the report: an interrupted report is repeated. @returns whether more changes wait */
  private async reportSome(kind: RecordNoun): Promise<boolean> {
    const position = await this.positions.of(kind);
    const page = await this.changes.page(kind, position, BATCH + 1);
    const changes = page.changes.slice(0, BATCH);
    const events = await this.eventsOf(kind, changes, position);
    if (events.length > 0) await this.content.report(events);
    const hasMore = page.changes.length > BATCH;
    await this.positions.advance(kind, nextPosition(page, hasMore ? changes.at(-1) : undefined));
    return hasMore;
  }

  private async eventsOf(
    kind: RecordNoun,
    changes: readonly Change[],
    since: ReportPosition,
  ): Promise<ReportedEvent[]> {
    if (changes.length === 0) return [];
    const ids = changes.map(({ recordId }) => recordId);
    const [visibleRecords, terms] = [await this.visible[kind](ids), await this.termsOf(kind, ids)];
    return changes.flatMap((change) => {
      const { recordId: id, wasPublic, changedAt, transaction } = change;
      const record = visibleRecords.get(id);
      // Only callers who could see a record learn that it is gone.
      if (!record && !wasPublic) return [];
      const verb = !record ? 'delete' : isNew(change, since) ? 'create' : 'update';
      return {
        source: `${kind}-${id}-${transaction}`,
        event: `${kind}_${verb}`,
        name: record ? (textIn(record, 'title') ?? textIn(record, kind)) : null,
        happened_at: changedAt.toISOString(),
        url: record ? textIn(record, 'url') : null,
        related_item: record ? shortened(record) : { id },
        category_ids: terms.get(id) ?? [],
      };
    });
  }

  /** Also of events in the trash, which keep their categories. */
  private async termsOf(kind: RecordNoun, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
    if (kind !== 'event') return new Map();
    const terms = selectComputed<{ terms: number[] }>({ terms: 'array_agg(link.term_id)' });
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(EventTerm, 'link', 'eventId')}, ${terms} FROM event_terms link
        WHERE link.event_id = ANY($1) GROUP BY link.event_id`,
      [ids],
    );
    return new Map(rows.map((row) => [row.eventId, row.terms]));
  }
}

/** After the last change of all, the next report continues at the horizon. */
const nextPosition = ({ horizon }: ChangePage, last: Change | undefined): ReportPosition =>
  last ? { transaction: last.transaction, recordId: last.recordId } : { transaction: horizon, recordId: 0 };

/** Whether the record was created after the last report. */
function isNew({ firstTransaction, recordId }: Change, since: ReportPosition): boolean {
  if (firstTransaction === null) return false;
  return firstTransaction > since.transaction || (firstTransaction === since.transaction && recordId > since.recordId);
}

function textIn(record: object, name: string): string | null {
  const value: unknown = Reflect.get(record, name);
  return typeof value === 'string' ? value : null;
}

const shortened = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !LEFT_OUT.has(name)));
