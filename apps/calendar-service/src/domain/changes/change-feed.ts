import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { sentParameters } from '../lists/list-answer';
import { queryText } from '../listing-links/listing-links';
import { readParameters } from '../parameters/read-parameters';
import { type RecordKind, TABLES } from '../records/record';
import { mayUpdateAll, mayViewPrivate } from '../records/rights';
import { toWallClock } from '../time-zones/conversion';
import { UTC } from '../time-zones/time-zone';
import { type ChangePosition, readToken, writeToken } from './change-token';
import { ChangesDto, changesPerPage } from './changes.dto';
import { type Change, type ChangePage, ChangesRepository } from './changes.repository';

export interface ChangedRecords {
  /** Address of the collection, with a slash at its end. */
  collection: string;
  /** Those of the ids that the caller sees in lists, as they are now, by id. */
  visible: (ids: readonly number[], query: ChangesDto) => Promise<ReadonlyMap<number, object>>;
}

/**
 * What changed since a caller last asked: each record once, as it is now, or as deleted when it is gone or no longer for this caller, who could have
 * seen it before. A record that changes meanwhile moves behind the position of whoever is reading, so nothing is ever left out.
 */
@Injectable()
export class ChangeFeed {
  constructor(private readonly changes: ChangesRepository) {}

  /** @throws Problem 400 for what is no token, 410 when the caller has to start again without one */
  async read(kind: RecordKind, input: RawInput, actor: Actor, { collection, visible }: ChangedRecords): Promise<object> {
    const { value, faults } = readParameters(ChangesDto, input);
    const since = value.since === undefined ? undefined : readToken(value.since);
    if (value.since !== undefined && since === undefined) faults.add('since', 'This is no token of a former answer.');
    faults.refuse();

    const perPage = changesPerPage(value);
    const page = await this.changes.page(kind, since ?? BEGINNING, perPage + 1);
    const view = viewOf(actor, kind);
    if (since && !isGood(since, view, page)) startAgain();

    const changes = page.changes.slice(0, perPage);
    const hasMore = page.changes.length > perPage;
    const seen = await visible(
      changes.map(({ recordId }) => recordId),
      value,
    );
    const last = changes.at(-1);
    const token = writeToken({
      feed: page.feed,
      view,
      known: since?.known ?? page.forgotten,
      // Behind the last change there is nothing up to the horizon.
      ...(hasMore && last ? { transaction: last.transaction, recordId: last.recordId } : { transaction: page.horizon, recordId: 0 }),
    });
    const linkTo = (from: string | undefined) =>
      `${collection}changes?${queryText({ per_page: perPage, since: from, password: value.password, ...sentParameters(input, []) })}`;
    return {
      [TABLES[kind]]: changes.flatMap(({ recordId }) => seen.get(recordId) ?? []),
      deleted: changes
        .filter((change) => !seen.has(change.recordId) && couldSee(actor, kind, change))
        .map(({ recordId, changedAt }) => ({ id: recordId, modified_utc: toWallClock(changedAt, UTC) })),
      token,
      has_more: hasMore,
      rest_url: linkTo(value.since),
      next_rest_url: linkTo(token),
    };
  }
}

const BEGINNING = { transaction: 0n, recordId: 0 };

/** Callers of one view are shown the same. */
const viewOf = (actor: Actor, kind: RecordKind): string =>
  mayUpdateAll(actor, kind) ? 'all' : `${actor.id}${mayViewPrivate(actor, kind) ? '+private' : ''}`;

/** A removal tells of a record, so callers hear of it alone who may have seen the record. */
const couldSee = (actor: Actor, kind: RecordKind, { wasPublic, wasPrivate, authors }: Change): boolean =>
  wasPublic || mayUpdateAll(actor, kind) || (wasPrivate && mayViewPrivate(actor, kind)) || (actor.id > 0 && authors.includes(actor.id));

/** Nothing that this caller should hear of was forgotten since. */
function isGood({ feed, view, transaction, known }: ChangePosition, currentView: string, page: ChangePage): boolean {
  const isOfFeed = feed === page.feed && transaction <= page.horizon;
  return isOfFeed && view === currentView && (known >= page.forgotten || transaction > page.forgotten);
}

function startAgain(): never {
  throw new Problem(410, 'The token is too old, or of other rights. Start again without one.', { code: 'rest-changes-expired' });
}
