import type { Actor } from '@almanac/auth';
import type { ParameterFaults } from '../parameters/parameter-faults';
import { isGivenStatus, type RecordKind, type Status } from './record';
import { mayUpdateSome } from './rights';

const isStatus = (word: string): word is Status => isGivenStatus(word) || word === 'trash';

/**
 * The statuses a list was asked for. Callers who may change nothing of the kind may ask for what is published, and for nothing else
 * (calendar-behaviour §4.1).
 */
export function statusFilter(
  words: readonly string[] | undefined,
  actor: Actor,
  kind: RecordKind,
  faults: ParameterFaults,
): Status[] | undefined {
  if (words === undefined || faults.has('status')) return undefined;
  if (!mayUpdateSome(actor, kind)) {
    if (words.length !== 1 || words[0] !== 'publish') faults.add('status');
    return ['publish'];
  }
  if (!words.every(isStatus)) faults.add('status');
  return words.length === 0 ? undefined : words.filter(isStatus);
}
