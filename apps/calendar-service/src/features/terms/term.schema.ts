import { each, EMPTY_LIST, NamedSchema, record, TEXT, WEB_ADDRESS, WHOLE } from '@almanac/openapi';

const TERM = {
  id: WHOLE,
  ...each(TEXT, 'name', 'slug', 'taxonomy', 'description'),
  count: { ...WHOLE, description: 'Published events that carry it' },
  urls: record(
    { self: WEB_ADDRESS, collection: WEB_ADDRESS },
    { up: { ...WEB_ADDRESS, description: 'The category above' } },
  ),
};
const PARENT = {
  parent: { ...WHOLE, description: 'The category above; 0 for none. Tags have none when read by themselves' },
};

/** Answers of `presentTerm`. */
export const TERM_SCHEMA = new NamedSchema('Term', record({ ...TERM, url: WEB_ADDRESS, meta: EMPTY_LIST }, PARENT));

/** Answers of `presentEmbeddedTerm`: terms inside an event (calendar-behaviour §2.4). */
export const EMBEDDED_TERM_SCHEMA = new NamedSchema(
  'EmbeddedTerm',
  record({ ...TERM, ...PARENT, ...each(WHOLE, 'term_group', 'term_taxonomy_id'), filter: TEXT }),
);
