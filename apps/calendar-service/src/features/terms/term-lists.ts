import type { Actor } from '@almanac/auth';
import type { DtoClass } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { collectionParameters, readCollectionQuery } from '../../calendar/lists/collection-query';
import { listAnswer, type ListAnswer, sentParameters } from '../../calendar/lists/list-answer';
import { pageQuery } from '../../calendar/lists/page.dto';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { readParameters } from '../../calendar/parameters/read-parameters';
import { EventReferences } from '../../records/access/event-references';
import type { TermKind } from './term.entity';
import { TERM_FIELDS, TermListing } from './term-listing';
import { TermPresenter } from './term.presenter';
import { TermsRepository } from './terms.repository';
import type { TermListInput } from './terms.dto';

const PARAMETERS = ['search', 'include', 'exclude', 'hide_empty', 'parent', 'post', 'event', 'slug'];
const NAMES: Record<TermKind, string> = { category: 'categories', tag: 'tags' };

/** Lists of categories and of tags (calendar-behaviour §4.3). A page beyond the end is empty, not an error. */
@Injectable()
export class TermLists {
  constructor(
    private readonly listing: TermListing,
    private readonly presenter: TermPresenter,
    private readonly terms: TermsRepository,
    private readonly eventReferences: EventReferences,
  ) {}

  async list(
    kind: TermKind,
    dto: DtoClass<TermListInput>,
    input: Record<string, unknown>,
    actor: Actor,
  ): Promise<ListAnswer> {
    const { value, faults } = readParameters(dto, input);
    const include = await this.resolve(kind, 'include', value, faults);
    const exclude = await this.resolve(kind, 'exclude', value, faults);
    const post = await this.eventReferences.partsOf('post', value.post, actor, faults);
    const event = await this.eventReferences.partsOf('event', value.event, actor, faults);
    if (value.parent && !faults.has('parent') && !(await this.terms.find(kind, value.parent)))
      faults.addInvalid('parent', 'parent must be the id of a category, or 0.');
    const query = readCollectionQuery(
      TERM_FIELDS,
      input,
      orderingOf(value),
      { sort: 'name', descending: false },
      faults,
    );
    faults.refuse();

    const page = pageQuery(value);
    const filter = {
      search: value.search,
      include,
      exclude,
      parent: value.parent,
      eventId: event ?? post,
      slug: value.slug,
      hideEmpty: value.hide_empty ?? true,
      query,
      asIncluded: value.orderby === 'include',
    };
    const { rows, total } = await this.listing.fetch(kind, filter, page);
    return listAnswer({
      collection: `${this.presenter.collection(kind)}/`,
      name: NAMES[kind],
      records: rows.map((term) => this.presenter.own(term)),
      total,
      page,
      parameters: { ...sentParameters(input, PARAMETERS), ...collectionParameters(input) },
    });
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
}

/** Maps names of the reference to our fields. A name without such a field orders by name, as unknown names do in the reference. */
function orderingOf({ order, orderby }: TermListInput): Pick<TermListInput, 'order' | 'orderby'> {
  if (orderby === undefined) return order === undefined ? {} : { order };
  const field = FIELDS.get(orderby) ?? orderby;
  return { ...(order !== undefined && { order }), orderby: TERM_FIELDS.fields.has(field) ? field : 'name' };
}

const FIELDS = new Map([
  ['term_id', 'id'],
  ['include_slugs', 'slug'],
]);
