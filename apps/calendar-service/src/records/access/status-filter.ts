import type { Actor } from '@almanac/auth';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { isStatus, STATUSES } from '../../calendar/publication/status';
import type { RecordNoun, Status } from '../record/record';
import { mayUpdateSome } from './rights';

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
