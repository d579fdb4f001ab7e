import { type Actor, isAnonymous } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import { mayPublish, mayUpdateAll, mayUpdateSome } from './rights';

/**
 * Condition on the alias `event`: the caller sees what its password protects.
 * @param opened ids of the events whose password the caller sent
 */
export function contentsShownTo(actor: Actor, opened: readonly number[], parameters: Parameters): string {
  const grounds = ['event.password_hash IS NULL', changeableBy(actor, parameters)];
  if (opened.length > 0) grounds.push(`event.id = ANY(${parameters.add(opened)})`);
  return `(${grounds.join(' OR ')})`;
}

/** Whether the caller sees the contents of all events. */
export const seesAllContents = (actor: Actor): boolean => mayUpdateAll(actor, 'event') && mayPublish(actor, 'event');

/** `mayUpdate` as a condition. */
function changeableBy(actor: Actor, parameters: Parameters): string {
  const isForAll = mayUpdateAll(actor, 'event');
  if (!isForAll && (isAnonymous(actor) || !mayUpdateSome(actor, 'event'))) return 'FALSE';
  const whose = isForAll ? 'TRUE' : `event.author_id = ${parameters.add(actor.id)}`;
  if (mayPublish(actor, 'event')) return whose;
  const status = `CASE event.status WHEN 'trash' THEN event.status_before_trash ELSE event.status END`;
  return `(${whose} AND coalesce(${status}, '') NOT IN ('publish', 'future'))`;
}
