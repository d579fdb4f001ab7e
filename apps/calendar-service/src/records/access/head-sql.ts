import { type Actor, isAnonymous } from '@almanac/auth';
import { type Sql, selectColumns, selectComputed, sql } from '@almanac/database';
import type { Parameters } from '@almanac/listing';
import { imageColumn } from '../../calendar/images/image';
import { renderedText } from '../../calendar/rendering/rendered-text';
import { HEAD_COLUMNS, type RecordHead, type RecordNoun, type Status } from '../record/record';
import { StoredRecord } from '../record/record.entity';
import { mayUpdateAll, mayViewPrivate, mayPublish, mayUpdateSome } from './rights';

/** A timestamp without zone as the API's text. */
export const clockText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;

/** The columns of a `RecordHead`, of this table alias. `modifiedAt` is SQL for the date of the last change. */
export function headColumns(alias: string, modifiedAt = `${alias}.modified_at`): Sql<RecordHead> {
  const computed = selectComputed<Pick<RecordHead, 'descriptionRendered' | 'modifiedAt'>>({
    descriptionRendered: renderedText(`${alias}.description`),
    modifiedAt,
  });
  return sql`${selectColumns(StoredRecord, alias, ...HEAD_COLUMNS)}, ${computed}, ${imageColumn(alias)}`;
}

/** Sort key of lists; a record without a publication date counts from its creation. */
export const publicationOrder = (alias: string): string => `coalesce(${alias}.published_at, ${alias}.created_at)`;

/**
 * Condition for the records that lists show to the caller: public ones, the caller's own, and others by right (calendar-behaviour §4.1 "status absent").
 * @param statuses the requested ones; all but the trash unless given
 */
export function visibleTo(
  actor: Actor,
  kind: RecordNoun,
  alias: string,
  statuses: readonly Status[] | undefined,
  parameters: Parameters,
): string {
  const statusCondition =
    statuses === undefined ? `${alias}.status <> 'trash'` : `${alias}.status = ANY(${parameters.add(statuses)})`;
  return `${statusCondition} AND ${readableBy(actor, kind, alias, parameters)}`;
}

/** The same without a choice of statuses, e.g. for records inside others. */
export function readableBy(actor: Actor, kind: RecordNoun, alias: string, parameters: Parameters): string {
  if (mayUpdateAll(actor, kind)) return 'TRUE';
  const alternatives = [`${alias}.status = 'publish'`];
  if (actor.id > 0) alternatives.push(`${alias}.author_id = ${parameters.add(actor.id)}`);
  if (mayViewPrivate(actor, kind)) alternatives.push(`${alias}.status = 'private'`);
  return `(${alternatives.join(' OR ')})`;
}

/**
 * Condition on the alias `event`: the caller sees what its password protects.
 * @param opened ids of the events whose password the caller sent
 */
export function contentsVisibleTo(actor: Actor, opened: readonly number[], parameters: Parameters): string {
  const alternatives = ['event.password_hash IS NULL', changeableBy(actor, parameters)];
  if (opened.length > 0) alternatives.push(`event.id = ANY(${parameters.add(opened)})`);
  return `(${alternatives.join(' OR ')})`;
}

/** Whether the caller sees the contents of all events. */
export const seesAllContents = (actor: Actor): boolean => mayUpdateAll(actor, 'event') && mayPublish(actor, 'event');

/** `mayUpdate` as a condition on the alias `event`. */
export function changeableBy(actor: Actor, parameters: Parameters): string {
  const isForAll = mayUpdateAll(actor, 'event');
  if (!isForAll && (isAnonymous(actor) || !mayUpdateSome(actor, 'event'))) return 'FALSE';
  const whose = isForAll ? 'TRUE' : `event.author_id = ${parameters.add(actor.id)}`;
  if (mayPublish(actor, 'event')) return whose;
  const status = `CASE event.status WHEN 'trash' THEN event.status_before_trash ELSE event.status END`;
  return `(${whose} AND coalesce(${status}, '') NOT IN ('publish', 'future'))`;
}
