import { STATUSES } from '../publication/status';
import { each, FLAG, listOf, NamedSchema, record, TEXT, WALL_CLOCK, URL_TEXT, WHOLE } from '@almanac/openapi';

const IMAGE_SIZE = new NamedSchema(
  'ImageSize',
  record({ ...each(WHOLE, 'width', 'height'), 'mime-type': TEXT, url: URL_TEXT }, { filesize: WHOLE }),
);

const IMAGE = new NamedSchema(
  'Image',
  record(
    { url: URL_TEXT, id: WHOLE, extension: TEXT },
    { ...each(WHOLE, 'width', 'height', 'filesize'), sizes: { type: 'object', additionalProperties: IMAGE_SIZE } },
  ),
);

/** `false` for a record without an image (calendar-behaviour §2.5). */
const IMAGE_OR_NONE = { anyOf: [IMAGE, { ...FLAG, const: false }] };

/** null while a password locks the record. */
export const FLAG_OR_LOCKED = { type: ['boolean', 'null'] };

/** A schema.org description; only in the answer for a single record. */
export const JSON_LD = {
  json_ld: { type: 'object', description: 'In the words of schema.org; only when read by itself' },
};

/** The members that events, venues and organizers share (calendar-behaviour §2.1). */
export const HEAD = {
  id: WHOLE,
  global_id: TEXT,
  global_id_lineage: listOf(TEXT),
  author: { ...WHOLE, description: 'Id of the user' },
  status: { ...TEXT, enum: [...STATUSES, 'trash'] },
  ...each({ ...WALL_CLOCK, description: 'On the clock of the site' }, 'date', 'modified'),
  ...each({ ...WALL_CLOCK, description: 'In UTC' }, 'date_utc', 'modified_utc'),
  url: { ...URL_TEXT, description: 'The public page' },
  slug: TEXT,
  description: { ...TEXT, description: 'HTML' },
  excerpt: TEXT,
  image: IMAGE_OR_NONE,
};

export const MAP_FLAGS = each(FLAG, 'show_map', 'show_map_link');
