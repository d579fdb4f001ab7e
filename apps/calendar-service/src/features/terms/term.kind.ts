import { each, EMPTY_LIST, NamedSchema, record, TEXT, URL_TEXT, WHOLE } from '@almanac/openapi';
import type { DtoClass } from '@almanac/validation';
import { apiRoot, type Settings } from '../../config';
import type { Term, TermKind } from './term.entity';
import {
  CategoryListDto,
  CreateCategoryDto,
  CreateTagDto,
  TagListDto,
  type TermInput,
  type TermListInput,
  UpdateCategoryDto,
  UpdateTagDto,
} from './terms.dto';

const TERM = {
  id: WHOLE,
  ...each(TEXT, 'name', 'slug', 'taxonomy', 'description'),
  count: { ...WHOLE, description: 'Published events that carry it' },
  urls: record({ self: URL_TEXT, collection: URL_TEXT }, { up: { ...URL_TEXT, description: 'The category above' } }),
};
const PARENT = {
  parent: { ...WHOLE, description: 'The category above; 0 for none. Tags have none when read by themselves' },
};

/** Answers of `presentTerm`. */
export const TERM_SCHEMA = new NamedSchema('Term', record({ ...TERM, url: URL_TEXT, meta: EMPTY_LIST }, PARENT));

/** Answers of `presentEmbeddedTerm`: terms inside an event (calendar-behaviour §2.4). */
export const EMBEDDED_TERM_SCHEMA = new NamedSchema(
  'EmbeddedTerm',
  record({ ...TERM, ...PARENT, ...each(WHOLE, 'term_group', 'term_taxonomy_id'), filter: TEXT }),
);

/** A term with the number of published events that carry it. */
export type CountedTerm = Term & { count: number };

/** All differences between categories and tags in inputs and names. */
interface TermDefinition {
  readonly plural: 'categories' | 'tags';
  readonly taxonomy: string;
  readonly list: DtoClass<TermListInput>;
  readonly create: DtoClass<TermInput & { name: string }>;
  readonly update: DtoClass<TermInput>;
}

export const TERM_KINDS: Readonly<Record<TermKind, TermDefinition>> = {
  category: {
    plural: 'categories',
    taxonomy: 'event_category',
    list: CategoryListDto,
    create: CreateCategoryDto,
    update: UpdateCategoryDto,
  },
  tag: { plural: 'tags', taxonomy: 'event_tag', list: TagListDto, create: CreateTagDto, update: UpdateTagDto },
};

/** Address of the kind's collection. */
export const termCollection = (kind: TermKind, settings: Settings): string =>
  `${apiRoot(settings)}/${TERM_KINDS[kind].plural}`;

/** Address of the term. */
export const termAddress = ({ kind, id }: Pick<Term, 'kind' | 'id'>, settings: Settings): string =>
  `${termCollection(kind, settings)}/${id}`;

/** The answer of the term's own endpoints (calendar-behaviour §2.4). */
export const presentTerm = (term: CountedTerm, settings: Settings) => ({
  ...members(term, settings),
  count: term.count,
  url: `${settings.baseUrl}/events/${term.kind}/${term.slug}/`,
  ...(term.kind === 'category' && { parent: term.parentId ?? 0 }),
  meta: [],
});

/** The term inside an event (calendar-behaviour §2.4). */
export const presentEmbeddedTerm = (term: CountedTerm, settings: Settings) => ({
  ...members(term, settings),
  term_group: 0,
  term_taxonomy_id: term.id,
  parent: term.parentId ?? 0,
  count: term.count,
  filter: 'raw',
});

const members = (term: CountedTerm, settings: Settings) => ({
  id: term.id,
  name: term.name,
  slug: term.slug,
  taxonomy: TERM_KINDS[term.kind].taxonomy,
  description: term.description,
  urls: {
    self: termAddress(term, settings),
    collection: termCollection(term.kind, settings),
    ...(term.parentId !== null && { up: termAddress({ kind: term.kind, id: term.parentId }, settings) }),
  },
});
