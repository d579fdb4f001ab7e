import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { Explained } from '@almanac/openapi';
import { Injectable } from '@nestjs/common';
import { sentParameters } from '../../calendar/lists/list-answer';
import { queryText } from '../../calendar/lists/listing-links';
import { readParameters } from '../../calendar/parameters/read-parameters';
import { FilledText } from '../../calendar/parameters/rules';
import { toWallClock } from '../../calendar/time-zones/conversion';
import { UTC } from '../../calendar/time-zones/time-zone';
import { mayUpdateAll, mayViewPrivate } from '../access/rights';
import { type RecordNoun, TABLES } from '../record/record';
import { type Change, type ChangePage, ChangesRepository } from './changes.repository';
import { PositiveNumber } from '../../calendar/lists/list-query';

const DEFAULT_SIZE = 50;
const MAX_PAGE_SIZE = 200;

@Explained<ChangesDto>({
  since: 'The token of an earlier answer; from the beginning unless given. 410 when it is too old',
  per_page: { description: `How many changes a page holds; ${MAX_PAGE_SIZE} at most`, default: DEFAULT_SIZE },
  password: 'Shows protected events that have this password in full',
})
export class ChangesDto {
  @FilledText()
  since?: string;

  @PositiveNumber()
  per_page?: number;

  @FilledText()
  password?: string;
}

const changesPerPage = ({ per_page = DEFAULT_SIZE }: ChangesDto): number => Math.min(per_page, MAX_PAGE_SIZE);

/** A caller's position in the change feed. */
interface ChangePosition {
  /** Id of the feed. It changes after the database was restored from a backup. */
  readonly feed: string;
  /** The caller's permissions when the token was issued. Other permissions would have shown other records. */
  readonly view: string;
  readonly transaction: bigint;
  readonly recordId: number;
  /** The last purged transaction when the caller began. The caller never saw the changes up to it. */
  readonly purgedUpTo: bigint;
}

export const writeToken = ({ feed, view, transaction, recordId, purgedUpTo }: ChangePosition): string =>
  Buffer.from([feed, view, transaction, recordId, purgedUpTo].join(' ')).toString('base64url');

/** @returns undefined for a malformed token */
function readToken(token: string): ChangePosition | undefined {
  const text = Buffer.from(token, 'base64url').toString();
  const [, feed, view, transaction, recordId, purgedUpTo] =
    /^([0-9a-f-]{36}) (\S+) (\d{1,19}) (\d{1,10}) (\d{1,19})$/.exec(text) ?? [];
  if (feed === undefined || view === undefined || transaction === undefined || purgedUpTo === undefined)
    return undefined;
  return { feed, view, transaction: BigInt(transaction), recordId: Number(recordId), purgedUpTo: BigInt(purgedUpTo) };
}

interface ChangedRecords {
  /** Address of the collection, with a slash at its end. */
  collection: string;
  /** The records among these ids that lists show to the caller, in their present state, by id. */
  visible: (ids: readonly number[], query: ChangesDto) => Promise<ReadonlyMap<number, object>>;
}

/**
 * Lists the records that changed since a token was issued: each record once, in its present state or as deleted.
 * A record counts as deleted when it is gone, or when the caller could see it before and no longer can.
 * A record that changes while a client pages moves behind the client's position, so no change is missed.
 */
@Injectable()
export class ChangeFeed {
  constructor(private readonly changes: ChangesRepository) {}

  /** @throws Problem 400 for a malformed token, 410 when the caller has to start again without a token */
  async read(
    kind: RecordNoun,
    input: RawInput,
    actor: Actor,
    { collection, visible }: ChangedRecords,
  ): Promise<object> {
    const { value, faults } = readParameters(ChangesDto, input);
    const since = value.since === undefined ? undefined : readToken(value.since);
    if (value.since !== undefined && since === undefined)
      faults.add('since', 'This is not the token of an earlier answer. Start again without a token.');
    faults.refuse();

    const perPage = changesPerPage(value);
    const page = await this.changes.page(kind, since ?? BEGINNING, perPage + 1);
    const view = viewOf(actor, kind);
    if (since && !isGood(since, view, page)) startAgain();

    const changes = page.changes.slice(0, perPage);
    const hasMore = page.changes.length > perPage;
    const visibleRecords = await visible(
      changes.map(({ recordId }) => recordId),
      value,
    );
    const last = changes.at(-1);
    const token = writeToken({
      feed: page.feed,
      view,
      purgedUpTo: since?.purgedUpTo ?? page.forgotten,
      // After the last change, the next request continues at the horizon.
      ...(hasMore && last
        ? { transaction: last.transaction, recordId: last.recordId }
        : { transaction: page.horizon, recordId: 0 }),
    });
    const linkTo = (from: string | undefined) =>
      `${collection}changes?${queryText({ per_page: perPage, since: from, password: value.password, ...sentParameters(input, []) })}`;
    return {
      [TABLES[kind]]: changes.flatMap(({ recordId }) => visibleRecords.get(recordId) ?? []),
      deleted: changes
        .filter((change) => !visibleRecords.has(change.recordId) && couldSee(actor, kind, change))
        .map(({ recordId, changedAt }) => ({ id: recordId, modified_utc: toWallClock(changedAt, UTC) })),
      token,
      has_more: hasMore,
      rest_url: linkTo(value.since),
      next_rest_url: linkTo(token),
    };
  }
}

const BEGINNING = { transaction: 0n, recordId: 0 };

/** Callers with the same view see the same records. */
const viewOf = (actor: Actor, kind: RecordNoun): string =>
  mayUpdateAll(actor, kind) ? 'all' : `${actor.id}${mayViewPrivate(actor, kind) ? '+private' : ''}`;

/** A deletion reveals that a record existed, so only callers who could have seen the record receive it. */
const couldSee = (actor: Actor, kind: RecordNoun, { wasPublic, wasPrivate, authors }: Change): boolean =>
  wasPublic ||
  mayUpdateAll(actor, kind) ||
  (wasPrivate && mayViewPrivate(actor, kind)) ||
  (actor.id > 0 && authors.includes(actor.id));

/** Whether the token is still valid: same feed, same view, and no purged change that the caller has not read. */
function isGood(
  { feed, view, transaction, purgedUpTo }: ChangePosition,
  currentView: string,
  page: ChangePage,
): boolean {
  const isOfFeed = feed === page.feed && transaction <= page.horizon;
  return isOfFeed && view === currentView && (purgedUpTo >= page.forgotten || transaction > page.forgotten);
}

function startAgain(): never {
  throw new Problem(410, 'The token is too old, or was made with other rights. Start again without a token.', {
    type: 'changes-expired',
    code: 'rest-changes-expired',
  });
}
