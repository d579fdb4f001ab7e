import { FLAG, listOf, NamedSchema, orNull, record, TEXT, WEB_ADDRESS, WHOLE } from '@almanac/openapi';
import { contentsIncluded, PARENTS_INCLUDED, PERMISSIONS_INCLUDED } from '../../content/kinds/included.schema';
import { COVER_IN_LIST_SCHEMA, COVER_SCHEMA } from '../../content/images/cover.presenter';
import { ITEM_MEMBERS, listNamed, PEOPLE_MEMBERS, TAG_SCHEMA, TIMES } from '../../content/kinds/presentation';

const SAVED = {
  ...ITEM_MEMBERS,
  type: { ...TEXT, enum: ['book'] },
  description: TEXT,
  description_html: TEXT,
  default_template_id: orNull(WHOLE),
  image_id: orNull(WHOLE),
  sort_rule_id: orNull(WHOLE),
  tags: listOf(TAG_SCHEMA),
  cover: COVER_SCHEMA,
};

const ENTRY = { id: WHOLE, name: TEXT, slug: TEXT, book_id: WHOLE, priority: WHOLE, ...TIMES, url: WEB_ADDRESS };
const PAGE = { ...ENTRY, chapter_id: orNull(WHOLE), draft: FLAG, template: FLAG };
const TYPED_PAGE = { ...PAGE, type: { ...TEXT, const: 'page' } };
const TYPED_CHAPTER = { ...ENTRY, type: { ...TEXT, const: 'chapter' } };

const entry = (chapter: object, page: object) => ({ oneOf: [chapter, page] });

const CONTENTS = entry(record({ ...TYPED_CHAPTER, pages: listOf(record(PAGE)) }), record(TYPED_PAGE));

/** Answers of `presentBookInList`, `presentBook` and `presentBookWithContents`. */
export const BOOK_IN_LIST_SCHEMA = new NamedSchema(
  'BookInList',
  record(
    { ...ITEM_MEMBERS, description: TEXT, image_id: orNull(WHOLE), cover: COVER_IN_LIST_SCHEMA },
    { tags: listOf(TAG_SCHEMA), ...PARENTS_INCLUDED, ...contentsIncluded(CONTENTS), ...PERMISSIONS_INCLUDED },
  ),
);
export const SAVED_BOOK_SCHEMA = new NamedSchema('SavedBook', record(SAVED));
export const BOOK_SCHEMA = new NamedSchema(
  'Book',
  record(
    {
      ...SAVED,
      ...PEOPLE_MEMBERS,
      contents: listOf(CONTENTS),
      shelves: listOf(record({ id: WHOLE, name: TEXT, slug: TEXT })),
    },
    PERMISSIONS_INCLUDED,
  ),
);

const BODIES = { html: TEXT, markdown: TEXT };

/** The contents of a book, with the bodies of its pages where they are included. */
export const BOOK_CONTENTS_SCHEMA = listNamed(
  'BookContents',
  entry(record({ ...TYPED_CHAPTER, pages: listOf(record(PAGE, BODIES)) }), record(TYPED_PAGE, BODIES)),
);
