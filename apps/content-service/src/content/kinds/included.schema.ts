import { each, FLAG, listOf, NamedSchema, record, type Schema, TEXT, WHOLE } from '@almanac/openapi';

/** The permissions of the caller on an item, on request only. */
export const PERMISSIONS_INCLUDED = {
  permissions: new NamedSchema(
    'ItemPermissions',
    record(
      each(FLAG, 'view', 'update', 'delete', 'manage_permissions'),
      each(FLAG, 'create_chapter', 'create_page', 'create_comment'),
    ),
  ),
};

/** The items above an item that the caller sees, from the top down, on request only. */
export const PARENTS_INCLUDED = {
  parents: listOf(
    new NamedSchema(
      'ItemParent',
      record({ type: { ...TEXT, enum: ['bookshelf', 'book', 'chapter'] }, id: WHOLE, name: TEXT, slug: TEXT }),
    ),
  ),
};

/** The contents of an item, as in its single read, on request only. */
export const contentsIncluded = (item: Schema) => ({ contents: listOf(item) });
