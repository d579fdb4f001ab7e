import type { Actor } from '@almanac/auth';
import { Database, selectComputed, sql } from '@almanac/database';
import { invalid } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { readableBy } from '../../../records/access/head-sql';
import { mayManageTerms } from '../../terms/terms.service';
import { type ListName, LISTS, newRecordIn } from './event-fields';

const MAX_SUGGESTIONS = 500;
const LABEL_WITH_ID = /\(#(\d{1,10})\)$/;
const PARENT = `coalesce((SELECT name FROM terms WHERE id = record.parent_id), '')`;

/** For each list of an event: the table, aliased `record`, and the column that tells namesakes apart. */
const SOURCES = {
  venue: { noun: 'venue', table: 'venues', place: 'record.city' },
  organizer: { noun: 'organizer', table: 'organizers', place: `''` },
  categories: { noun: 'category', table: 'terms', place: PARENT },
  tags: { noun: 'tag', table: 'terms', place: `''` },
} as const;

/** Venues, organizers, categories and tags by the names that people type. */
@Injectable()
export class LinkedNames {
  constructor(private readonly database: Database) {}

  /** The first records of a list and those of these ids, by label: the name, with place and id where it could mean another one. */
  async choices(list: ListName, ids: readonly number[], actor: Actor): Promise<{ id: number; label: string }[]> {
    const parameters = new Parameters();
    const columns = selectComputed<{ id: number; name: string; place: string; namesakes: number }>({
      id: 'record.id',
      name: 'record.name',
      place: SOURCES[list].place,
      namesakes: 'count(*) OVER (PARTITION BY lower(record.name))::int',
    });
    const rows = await this.database.query(
      sql`SELECT ${columns} FROM ${SOURCES[list].table} record WHERE ${isChoosable(list, actor, parameters)}
        ORDER BY record.id = ANY(${parameters.add(ids)}) DESC, fold(record.name), record.id LIMIT ${MAX_SUGGESTIONS}`,
      parameters.values,
    );
    return rows.map(({ id, name, place, namesakes }) => {
      const isClear = namesakes === 1 && !LABEL_WITH_ID.test(name);
      return { id, label: isClear ? name : `${[name, place].filter((part) => part !== '').join(' · ')} (#${id})` };
    });
  }

  /**
   * The form with ids, and names of new tags, in place of the names that were typed.
   * @throws Problem 422 for names that mean no record, or several
   */
  async resolved(form: RawInput, actor: Actor): Promise<RawInput> {
    const faults: Partial<Record<ListName, string[]>> = {};
    const resolve = async (list: ListName) => {
      const typed = filledTexts(form[list]);
      const found = await this.named(list, typed, actor);
      const items = typed.flatMap((text): (number | string)[] => {
        const id = LABEL_WITH_ID.exec(text)?.[1];
        const ids = id === undefined ? (found.get(text) ?? []) : [Number(id)];
        const isNew = ids.length === 0 && mayBeNew(list, text, actor);
        if (ids.length !== 1 && !isNew) (faults[list] ??= []).push(refusalOf(list, text, ids.length));
        return isNew ? [text] : ids;
      });
      return [list, [...new Set(items), ...newRecordIn(form[`new_${list}`])]] as const;
    };
    const lists = await Promise.all(LISTS.map(resolve));
    if (Object.keys(faults).length > 0) invalid(faults);
    return { ...form, ...Object.fromEntries(lists) };
  }

  private async named(list: ListName, texts: readonly string[], actor: Actor): Promise<Map<string, number[]>> {
    if (texts.length === 0) return new Map();
    const parameters = new Parameters();
    const columns = selectComputed<{ text: string; ids: number[] }>({
      text: 'typed.text',
      ids: 'array_agg(record.id)',
    });
    const rows = await this.database.query(
      sql`SELECT ${columns} FROM unnest(${parameters.add(texts)}::text[]) typed (text)
        JOIN ${SOURCES[list].table} record ON fold(record.name) = fold(typed.text) AND lower(record.name) = lower(typed.text)
        WHERE ${isChoosable(list, actor, parameters)} GROUP BY typed.text`,
      parameters.values,
    );
    return new Map(rows.map(({ text, ids }) => [text, ids]));
  }
}

function isChoosable(list: ListName, actor: Actor, parameters: Parameters): string {
  const { noun } = SOURCES[list];
  if (noun === 'category' || noun === 'tag') return `record.kind = '${noun}'`;
  return `record.status <> 'trash' AND ${readableBy(actor, noun, 'record', parameters)}`;
}

/** A category is made on a page of its own, so that a slip of the keys makes none. A number would be the id of a tag. */
const mayBeNew = (list: ListName, text: string, actor: Actor): boolean =>
  list === 'tags' && mayManageTerms(actor, 'tag') && Number.isNaN(Number(text));

const refusalOf = (list: ListName, text: string, found: number): string =>
  `${found === 0 ? `There is no ${SOURCES[list].noun} “${text}”.` : `More than one is called “${text}”.`} Choose one of those that the field suggests.`;

const filledTexts = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).filter((text) => typeof text === 'string').filter((text) => text !== '');
