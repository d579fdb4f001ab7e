import { type Actor } from '@almanac/auth';
import { Database, selectComputed, sql } from '@almanac/database';
import { invalid } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { readableBy } from '../../../records/access/head-sql';
import { mayManageTerms } from '../../terms/terms.service';
import { type ListName, LISTS, newRecordIn } from './event-fields';

const MAX_SUGGESTIONS = 500;

/** A record as people choose it: by its name, with its place and id where the name alone could mean another one. */
interface Choice {
  id: number;
  label: string;
}

/** For each list of an event: the table, aliased `record`, the records in it, and what tells namesakes apart. */
const SOURCES: Record<ListName, { from: string; place: string; kind: 'venue' | 'organizer' | 'category' | 'tag' }> = {
  venue: { from: 'venues', place: 'record.city', kind: 'venue' },
  organizer: { from: 'organizers', place: `''`, kind: 'organizer' },
  categories: {
    from: 'terms',
    place: `coalesce((SELECT name FROM terms WHERE id = record.parent_id), '')`,
    kind: 'category',
  },
  tags: { from: 'terms', place: `''`, kind: 'tag' },
};
const LABEL_WITH_ID = /\(#(\d{1,10})\)$/;

/** Venues, organizers, categories and tags by the names that people type. */
@Injectable()
export class LinkedNames {
  constructor(private readonly database: Database) {}

  /** The first names of a list, and those of these ids. */
  async choices(list: ListName, ids: readonly number[], actor: Actor): Promise<Choice[]> {
    const parameters = new Parameters();
    const { from, place } = SOURCES[list];
    const columns = selectComputed<{ id: number; name: string; place: string; namesakes: number }>({
      id: 'record.id',
      name: 'record.name',
      place,
      namesakes: 'count(*) OVER (PARTITION BY lower(record.name))::int',
    });
    const rows = await this.database.query(
      sql`SELECT ${columns} FROM ${from} record WHERE ${this.isChoosable(list, actor, parameters)}
        ORDER BY record.id = ANY(${parameters.add(ids)}) DESC, fold(record.name), record.id LIMIT ${MAX_SUGGESTIONS}`,
      parameters.values,
    );
    return rows.map(({ id, name, place: where, namesakes }) => {
      const isClear = namesakes === 1 && !LABEL_WITH_ID.test(name);
      return { id, label: isClear ? name : `${[name, where].filter((part) => part !== '').join(' · ')} (#${id})` };
    });
  }

  /**
   * The form with ids, and names of new categories and tags, in place of the names that were typed.
   * @throws Problem 422 for names that mean no record, or several
   */
  async resolved(form: RawInput, actor: Actor): Promise<RawInput> {
    const faults: Record<string, string[]> = {};
    const lists = await Promise.all(
      LISTS.map(async (list) => {
        const typed = filledTexts(form[list]);
        const found = await this.named(list, typed, actor);
        const items = typed.flatMap((text): (number | string)[] => {
          const id = LABEL_WITH_ID.exec(text)?.[1];
          const ids = id === undefined ? (found.get(text) ?? []) : [Number(id)];
          const refusal = ids.length > 1 ? severalOf(text) : ids.length === 0 && this.refusal(list, text, actor);
          if (refusal) (faults[list] ??= []).push(refusal);
          return ids.length === 0 ? [text] : ids;
        });
        return [list, [...new Set(items), ...newRecordIn(form[`new_${list}`])]] as const;
      }),
    );
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
        JOIN ${SOURCES[list].from} record ON fold(record.name) = fold(typed.text) AND lower(record.name) = lower(typed.text)
        WHERE ${this.isChoosable(list, actor, parameters)} GROUP BY typed.text`,
      parameters.values,
    );
    return new Map(rows.map(({ text, ids }) => [text, ids]));
  }

  private isChoosable(list: ListName, actor: Actor, parameters: Parameters): string {
    const { kind } = SOURCES[list];
    return kind === 'category' || kind === 'tag'
      ? `record.kind = '${kind}'`
      : `record.status <> 'trash' AND ${readableBy(actor, kind, 'record', parameters)}`;
  }

  private refusal(list: ListName, text: string, actor: Actor): string | undefined {
    const { kind } = SOURCES[list];
    const isTerm = kind === 'category' || kind === 'tag';
    if (isTerm && mayManageTerms(actor, kind)) return undefined;
    return `There is no ${kind} “${text}”. Choose one of those that the field suggests.`;
  }
}

const severalOf = (text: string): string =>
  `More than one is called “${text}”. Choose one of those that the field suggests.`;

const filledTexts = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).filter((text) => typeof text === 'string').filter((text) => text !== '');
