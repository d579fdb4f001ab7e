import { type Actor, CurrentActor } from '@almanac/auth';
import { Get, Inject, Query, Render } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { ITEM_TYPES, type ItemType } from '../../../content/kinds/item-kinds';
import { batchQuery, batchNumber, pagerOf } from '../../../web/list-batches';
import { LibraryPage } from '../../../web/reader.guard';
import { SearchService } from '../../search/search.service';
import { TagsRepository } from '../../tags/tags.repository';
import { LIBRARY } from '../library-site';

const RESULTS = 20;
const TAGS = 100;
const SUGGESTIONS = 8;

@LibraryPage('')
export class SearchSiteController {
  constructor(
    private readonly search: SearchService,
    private readonly tags: TagsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('search')
  @Render('features/library/search/search')
  async results(@Query() parameters: Record<string, unknown>, @CurrentActor() actor: Actor) {
    const form = readSearchForm(parameters);
    const query = searchQuery(form);
    const batch = batchNumber(parameters['page']);
    const found =
      query === '' ? { data: [], total: 0 } : await this.search.find({ query, page: batch, count: RESULTS }, actor);
    return {
      ...LIBRARY,
      section: 'search',
      title: 'Search',
      form,
      query,
      total: found.total,
      wider: widerSearches(form),
      results: found.data.map((result) => ({ ...result, path: result.url.slice(this.settings.baseUrl.length) })),
      pager: pagerOf(batch, found.total, searchPath(form), RESULTS),
    };
  }

  /** A page without navigation, from which a script takes the first results while a reader types. */
  @Get('search/suggestions')
  @Render('features/library/search/suggestions')
  async suggestions(@Query() parameters: Record<string, unknown>, @CurrentActor() actor: Actor) {
    const query = searchQuery(readSearchForm(parameters));
    const found = query === '' ? { data: [] } : await this.search.find({ query, count: SUGGESTIONS }, actor);
    const items = found.data.map(({ name, type, url, book }) => ({
      name,
      path: url.slice(this.settings.baseUrl.length),
      kind: `${type === 'bookshelf' ? 'shelf' : type}${book ? ` in ${book.name}` : ''}`,
    }));
    return { items };
  }

  /** The values that a tag has, from which a script suggests some in forms. */
  @Get('search/tag-values')
  @Render('features/library/search/tag-values')
  async tagValues(@Query('name') name: unknown, @CurrentActor() actor: Actor) {
    if (typeof name !== 'string' || name === '') return { values: [] };
    const query = batchQuery(1, { count: TAGS, sort: 'usages', descending: true });
    const { rows } = await this.tags.valuesForName(name.replaceAll('\0', ''), query, actor);
    return { values: rows.map(({ value }) => value).filter((value) => value !== '') };
  }

  @Get('tags')
  @Render('features/library/search/tags')
  async tagList(@Query('name') name: unknown, @Query('page') requested: unknown, @CurrentActor() actor: Actor) {
    const batch = batchNumber(requested);
    if (typeof name !== 'string' || name === '') {
      const list = await this.tags.names(batchQuery(batch, { count: TAGS }), actor);
      const tags = list.rows.map((tag) => ({ ...tag, path: `/tags?name=${encodeURIComponent(tag.name)}` }));
      return { ...LIBRARY, title: 'Tags', tab: 'tags', tags, pager: pagerOf(batch, list.total, '/tags', TAGS) };
    }
    const list = await this.tags.valuesForName(
      name.replaceAll('\0', ''),
      batchQuery(batch, { count: TAGS, sort: 'value' }),
      actor,
    );
    const tags = list.rows.map((tag) => ({
      ...tag,
      name: tag.value === '' ? '(no value)' : tag.value,
      path: searchPath({ term: tag.value === '' ? `[${tag.name}]` : `[${tag.name}=${tag.value}]` }),
    }));
    const here = `/tags?name=${encodeURIComponent(name)}`;
    const all = { name: `Everything with ${name}`, path: searchPath({ term: `[${name}]` }) };
    return { ...LIBRARY, title: `Tag: ${name}`, tab: 'tags', all, tags, pager: pagerOf(batch, list.total, here, TAGS) };
  }
}

const PEOPLE = ['created_by', 'updated_by', 'owned_by'] as const;
const MAX_TERM = 1_000;

/** The fields of the search page. The checkboxes write the query language. */
interface SearchForm {
  term: string;
  types: ItemType[];
  /** Only items that the reader created, changed last, or owns. */
  mine: (typeof PEOPLE)[number][];
}

function readSearchForm(parameters: Readonly<Record<string, unknown>>): SearchForm {
  const { term } = parameters;
  const isOn = (name: string) => parameters[name] === 'on';
  return {
    term: typeof term === 'string' ? term.replaceAll('\0', '').trim().slice(0, MAX_TERM) : '',
    types: ITEM_TYPES.filter(isOn),
    mine: PEOPLE.filter(isOn),
  };
}

/** The search in the query language (content-behaviour §21). Empty for an empty form. */
const searchQuery = ({ term, types, mine }: SearchForm): string =>
  [term, types.length > 0 && `{type:${types.join('|')}}`, ...mine.map((name) => `{${name}:me}`)]
    .filter((part) => part !== '' && part !== false)
    .join(' ');

/** The address of the results. */
function searchPath({ term, types = [], mine = [] }: { term: string } & Partial<SearchForm>): string {
  const fields = new URLSearchParams({ term, ...Object.fromEntries([...types, ...mine].map((name) => [name, 'on'])) });
  return `/search?${fields.toString()}`;
}

const LABELS: Readonly<Record<(typeof PEOPLE)[number], string>> = {
  created_by: 'Also items that others created',
  updated_by: 'Also items that others changed',
  owned_by: 'Also items of other owners',
};

/** The same search without one of its filters each, for a search without results. */
function widerSearches(form: SearchForm): { label: string; path: string }[] {
  const { types, mine } = form;
  const withoutTypes = types.length > 0 ? [{ label: 'Show all kinds', path: searchPath({ ...form, types: [] }) }] : [];
  return [
    ...withoutTypes,
    ...mine.map((name) => ({
      label: LABELS[name],
      path: searchPath({ ...form, mine: mine.filter((other) => other !== name) }),
    })),
  ];
}
