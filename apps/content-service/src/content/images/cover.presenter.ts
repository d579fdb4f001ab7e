import { NamedSchema, orNull, record, TEXT, WEB_ADDRESS, WHOLE } from '@almanac/openapi';
import { TIMES, USER_ID, utcMicros } from '../kinds/presentation';
import type { ImageType } from './image.entity';

/** A row of `images` as JSON (`to_json`). */
export interface CoverRow {
  id: number;
  name: string;
  path: string;
  type: ImageType;
  uploaded_to: number;
  created_at: string;
  updated_at: string;
  created_by: number | null;
  updated_by: number | null;
}

export const presentCoverInList = (cover: CoverRow | null, baseUrl: string) =>
  cover && { id: cover.id, name: cover.name, url: baseUrl + cover.path };

export const presentCover = (cover: CoverRow | null, baseUrl: string) =>
  cover && {
    id: cover.id,
    name: cover.name,
    url: baseUrl + cover.path,
    created_at: utcMicros(cover.created_at),
    updated_at: utcMicros(cover.updated_at),
    created_by: cover.created_by,
    updated_by: cover.updated_by,
    path: cover.path,
    type: cover.type,
    uploaded_to: cover.uploaded_to,
  };

const IN_LIST = { id: WHOLE, name: TEXT, url: WEB_ADDRESS };

export const COVER_IN_LIST_SCHEMA = orNull(new NamedSchema('CoverInList', record(IN_LIST)));

export const COVER_SCHEMA = orNull(
  new NamedSchema(
    'Cover',
    record({
      ...IN_LIST,
      ...TIMES,
      created_by: USER_ID,
      updated_by: USER_ID,
      path: TEXT,
      type: TEXT,
      uploaded_to: WHOLE,
    }),
  ),
);
