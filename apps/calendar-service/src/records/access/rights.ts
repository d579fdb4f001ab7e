import { type Actor, can, isAnonymous } from '@almanac/auth';
import { forbidden, unauthorized } from '@almanac/errors';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { STATUSES, isStatus } from '../../calendar/publication/status';
import type { RecordNoun, Status } from '../record/record';

/** The facts that access checks need. */
export interface Owned {
  authorId: number;
  status: Status;
  statusBeforeTrash?: Status | null;
}

const NOT_ALLOWED = 'Sorry, you are not allowed to do that.';

/** 401 for anonymous callers, 403 for known callers without the right (calendar-behaviour §5.1). */
export function refuse(actor: Actor): never {
  if (isAnonymous(actor)) unauthorized(NOT_ALLOWED, { code: 'rest_forbidden' });
  forbidden(NOT_ALLOWED, { code: 'rest_forbidden' });
}

export const mayCreate = (actor: Actor, kind: RecordNoun): boolean => can(actor, `${kind}-create`);

export const mayPublish = (actor: Actor, kind: RecordNoun): boolean => can(actor, `${kind}-publish`);

export const mayUpdate = (actor: Actor, kind: RecordNoun, record: Owned): boolean =>
  mayChange(actor, kind, 'update', record);

export const mayDelete = (actor: Actor, kind: RecordNoun, record: Owned): boolean =>
  mayChange(actor, kind, 'delete', record);

/** Whether the caller may change records of this kind at all; decides between "no such record" and "not for you". */
export const mayUpdateSome = (actor: Actor, kind: RecordNoun): boolean =>
  can(actor, `${kind}-update-all`) || can(actor, `${kind}-update-own`);

export const mayDeleteSome = (actor: Actor, kind: RecordNoun): boolean =>
  can(actor, `${kind}-delete-all`) || can(actor, `${kind}-delete-own`);

export const mayUpdateAll = (actor: Actor, kind: RecordNoun): boolean => can(actor, `${kind}-update-all`);

export const mayViewPrivate = (actor: Actor, kind: RecordNoun): boolean => can(actor, `${kind}-view-private`);

/** Statuses, except the trash, of which the caller may read the records of all authors. */
export function readableStatuses(actor: Actor, kind: RecordNoun): readonly Status[] {
  if (mayUpdateAll(actor, kind)) return STATUSES;
  return mayViewPrivate(actor, kind) ? ['publish', 'private'] : ['publish'];
}

/**
 * All callers may read published records. Others are for their author and for callers who may change all records. Private ones are also for callers
 * who may view those (calendar-behaviour §6.1).
 */
export function mayRead(actor: Actor, kind: RecordNoun, record: Owned): boolean {
  if (record.status === 'publish') return true;
  if (record.status === 'trash')
    return mayUpdateAll(actor, kind) || (isAuthor(actor, record) && mayUpdateSome(actor, kind));
  return (
    isAuthor(actor, record) || mayUpdateAll(actor, kind) || (record.status === 'private' && mayViewPrivate(actor, kind))
  );
}

/** A record that is public or scheduled takes the right to publish, even from its author. In the trash its former status counts. */
function mayChange(actor: Actor, kind: RecordNoun, verb: 'update' | 'delete', record: Owned): boolean {
  const status = record.status === 'trash' ? record.statusBeforeTrash : record.status;
  const isOut = status === 'publish' || status === 'future';
  if (isOut && !mayPublish(actor, kind)) return false;
  return can(actor, `${kind}-${verb}-all`) || (isAuthor(actor, record) && can(actor, `${kind}-${verb}-own`));
}

const isAuthor = (actor: Actor, { authorId }: Owned): boolean => !isAnonymous(actor) && authorId === actor.id;

const LISTED: readonly string[] = [...STATUSES, 'trash'];
const isListed = (word: string): word is Status => isStatus(word) || word === 'trash';

/**
 * The statuses that a list was asked for. Callers who may change no records of the kind may ask for `publish` only (calendar-behaviour §4.1).
 */
export function statusFilter(
  words: readonly string[] | undefined,
  actor: Actor,
  kind: RecordNoun,
  faults: ParameterFaults,
): Status[] | undefined {
  if (words === undefined || faults.has('status')) return undefined;
  if (!mayUpdateSome(actor, kind)) {
    if (words.length !== 1 || words[0] !== 'publish')
      faults.addInvalid('status', 'status must be publish, unless you may change records.');
    return ['publish'];
  }
  if (!words.every(isListed)) faults.addInvalid('status', `status must be among ${LISTED.join(', ')}.`);
  return words.length === 0 ? undefined : words.filter(isListed);
}
