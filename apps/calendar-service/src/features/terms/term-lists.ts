import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import type { RawInput } from '@almanac/http';
import {
  defineListing,
  fetchListing,
  integer,
  type ListingDefinition,
  type ListBatch,
  type ListQuery,
  type Parameters,
  text,
  word,
} from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { collectionParameters, readCollectionQuery, readPaging } from '../../calendar/lists/list-query';
import { likePattern } from '../../calendar/lists/search-terms';
import { listAnswer, type ListAnswer, sentParameters } from '../../calendar/lists/list-answer';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { readParameters } from '../../calendar/parameters/read-parameters';
import { slugSpellings } from '../../calendar/slugs/slugs';
import { EventReferences } from '../../records/queries/event-links';
import type { TermKind } from './term.entity';
import { type CountedTerm, presentTerm, TERM_KINDS, termCollection } from './term.kind';
import type { TermListInput } from './terms.dto';
import { publicCount, TERM_COLUMNS, TermsRepository } from './terms.repository';

const PARAMETERS = ['search', 'include', 'exclude', 'hide_empty', 'parent', 'post', 'event', 'slug'];

interface TermFilter {
  search: string | undefined;
  include: number[] | undefined;
  exclude: number[] | undefined;
  /** 0 asks for the roots. */
  parent: number | undefined;
  eventId: number | undefined;
  slug: string | undefined;
  hideEmpty: boolean;
}

const FIELDS = {
  name: text('term.name'),
  id: integer('term.id'),
  slug: word('term.slug'),
  description: text('term.description'),
  parent: integer('coalesce(term.parent_id, 0)'),
  count: integer(publicCount('term.id')),
};

/** Fields that order and filter lists of terms. */
export const TERM_FIELDS = defineListing(FIELDS);

/** The same for a list in the order of these ids. */
const fieldsInOrder = (ids: readonly number[]): ListingDefinition =>
  defineListing({ ...FIELDS, include: integer(`array_position('{${ids.join(',')}}'::int[], term.id)`) });

/** A term is in use when it, or a term below it, has a published event. */
const IN_USE = `term.id IN (
  WITH RECURSIVE used AS (
    SELECT id, parent_id FROM terms WHERE id IN (SELECT term_id FROM term_tallies GROUP BY term_id HAVING sum(amount) > 0)
    UNION SELECT parent.id, parent.parent_id FROM terms parent JOIN used ON used.parent_id = parent.id)
  SELECT id FROM used)`;

/** Lists of categories and of tags (calendar-behaviour §4.3). A page beyond the end is empty, not an error. */
@Injectable()
export class TermLists {
  constructor(
    private readonly database: Database,
    private readonly terms: TermsRepository,
    private readonly eventReferences: EventReferences,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(kind: TermKind, input: RawInput, actor: Actor): Promise<ListAnswer> {
    const { page, cursors } = await this.find(kind, input, actor);
    return listAnswer({
      collection: `${termCollection(kind, this.settings)}/`,
      name: TERM_KINDS[kind].plural,
      records: page.rows.map((term) => presentTerm(term, this.settings)),
      page,
      cursors,
      parameters: { ...sentParameters(input, PARAMETERS), ...collectionParameters(input) },
    });
  }

  /** The rows of a list. */
  async find(kind: TermKind, input: RawInput, actor: Actor) {
    const { plural, list: dto } = TERM_KINDS[kind];
    const { value, faults } = readParameters(dto, input);
    const include = await this.resolve(kind, 'include', value, faults);
    const exclude = await this.resolve(kind, 'exclude', value, faults);
    const post = await this.eventReferences.partsOf('post', value.post, actor, faults);
    const event = await this.eventReferences.partsOf('event', value.event, actor, faults);
    if (value.parent && !faults.has('parent') && !(await this.terms.find(kind, value.parent)))
      faults.addInvalid('parent', 'parent must be the id of a category, or 0.');
    const usual = { sort: 'name', descending: false };
    const order = readCollectionQuery(TERM_FIELDS, input, orderingOf(value), usual, faults);
    const isAsIncluded = value.orderby === 'include' && include !== undefined;
    const definition = isAsIncluded ? fieldsInOrder(include) : TERM_FIELDS;
    const list = { definition, path: plural, secret: this.settings.serviceSecret };
    const { query, cursors } = readPaging(list, isAsIncluded ? { ...order, sort: 'include' } : order, value, faults);
    faults.refuse();

    const filter = {
      search: value.search,
      include,
      // As in the reference, a list of requested terms makes this one pointless.
      exclude: include?.length ? undefined : exclude,
      parent: value.parent,
      eventId: event ?? post,
      slug: value.slug,
      hideEmpty: value.hide_empty ?? true,
    };
    return { page: await this.fetch(kind, filter, definition, query), cursors };
  }

  /** Ids of the named terms; every word must name one. */
  private async resolve(
    kind: TermKind,
    name: 'include' | 'exclude',
    value: TermListInput,
    faults: ParameterFaults,
  ): Promise<number[] | undefined> {
    const words = value[name];
    if (words === undefined || faults.has(name)) return undefined;
    const found = await this.terms.resolve(kind, words);
    const unknown = words.filter((word) => !found.has(word));
    if (unknown.length > 0) faults.addInvalid(name, `${name} names no ${kind}: ${unknown.join(', ')}.`);
    return words.flatMap((word) => found.get(word) ?? []);
  }

  private fetch(
    kind: TermKind,
    filter: TermFilter,
    definition: ListingDefinition,
    query: ListQuery,
  ): Promise<ListBatch<CountedTerm>> {
    return fetchListing(this.database, definition, query, {
      select: TERM_COLUMNS,
      from: 'terms term',
      where: (parameters) => conditions(kind, filter, parameters).join(' AND '),
    });
  }
}

/** Maps names of the reference to our fields. A name without such a field orders by name, as unknown names do in the reference. */
function orderingOf({ order, orderby }: TermListInput): Pick<TermListInput, 'order' | 'orderby'> {
  if (orderby === undefined) return order === undefined ? {} : { order };
  const field = FIELD_NAMES.get(orderby) ?? orderby;
  return { ...(order !== undefined && { order }), orderby: TERM_FIELDS.fields.has(field) ? field : 'name' };
}

const FIELD_NAMES = new Map([
  ['term_id', 'id'],
  ['none', 'id'],
  ['term_order', 'id'],
  ['include_slugs', 'slug'],
]);

function conditions(kind: TermKind, filter: TermFilter, parameters: Parameters): string[] {
  const ofKind = `kind = ${parameters.add(kind)}`;
  const all = [`term.${ofKind}`];
  if (filter.search !== undefined) {
    const pattern = parameters.add(likePattern(filter.search));
    all.push(`(fold(term.name) LIKE fold(${pattern}) OR term.slug LIKE fold(${pattern}))`);
  }
  if (filter.include) all.push(`term.id = ANY(${parameters.add(filter.include)})`);
  if (filter.exclude) all.push(`term.id <> ALL(${parameters.add(filter.exclude)})`);
  if (filter.parent !== undefined) all.push(`coalesce(term.parent_id, 0) = ${parameters.add(filter.parent)}`);
  if (filter.eventId !== undefined)
    all.push(
      `EXISTS (SELECT 1 FROM event_terms link WHERE link.term_id = term.id AND link.event_id = ${parameters.add(filter.eventId)})`,
    );
  if (filter.slug !== undefined) {
    const [sent, normal] = slugSpellings(filter.slug).map((slug) => parameters.add(slug));
    all.push(`term.slug = coalesce((SELECT slug FROM terms WHERE ${ofKind} AND slug = ${sent}), ${normal})`);
  }
  // The terms of one event count as in use, even while that event is a draft (calendar-behaviour §8).
  if (filter.hideEmpty && filter.eventId === undefined) all.push(IN_USE);
  return all;
}
