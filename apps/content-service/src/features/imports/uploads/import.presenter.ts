import { NamedSchema, record, TEXT, WHOLE } from '@almanac/openapi';
import type { Import } from './import.entity';
import { TIMES, USER_ID, utcMicros } from '../../../content/kinds/presentation';

export interface ImportListRow {
  id: number;
  name: string;
  size: number;
  type: string;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
}

export const presentImportInList = (row: ImportListRow) => ({
  id: row.id,
  name: row.name,
  size: row.size,
  type: row.type,
  created_by: row.created_by,
  created_at: utcMicros(row.created_at),
  updated_at: utcMicros(row.updated_at),
});

/** After the upload. */
export const presentImport = ({ id, name, path, size, type, createdBy, createdAt, updatedAt }: Import) => ({
  id,
  name,
  path,
  size,
  type,
  created_by: createdBy,
  created_at: utcMicros(createdAt),
  updated_at: utcMicros(updatedAt),
});

export const presentImportWithDetails = (row: Import) => ({ ...presentImport(row), details: row.details });

const IN_LIST = {
  id: WHOLE,
  name: TEXT,
  size: { ...WHOLE, description: 'Bytes' },
  type: { ...TEXT, enum: ['book', 'chapter', 'page'] },
  created_by: USER_ID,
  ...TIMES,
};
const UPLOADED = { ...IN_LIST, path: TEXT };

export const IMPORT_IN_LIST_SCHEMA = new NamedSchema('ImportInList', record(IN_LIST));
/** A refused archive, in the flat form of the reference. */
export const REFUSED_IMPORT_SCHEMA = new NamedSchema('RefusedImport', {
  ...record({ message: TEXT, status: { ...TEXT, enum: ['error'] } }),
  description: 'The faults of the ZIP file, as lines of a text',
});
export const UPLOADED_IMPORT_SCHEMA = new NamedSchema('UploadedImport', record(UPLOADED));
export const IMPORT_SCHEMA = new NamedSchema(
  'Import',
  record({
    ...UPLOADED,
    details: { type: 'object', additionalProperties: true, description: 'The parts of the archive' },
  }),
);
