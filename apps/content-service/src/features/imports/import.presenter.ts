import type { Run } from '@almanac/jobs';
import { NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { TIMES, USER_ID, UTC_TIME, utcMicros, utcMicrosOrNull } from '../../content/kinds/presentation';
import type { Import } from './import.entity';
import type { ImportListRow } from './imports.repository';

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

/** The state of an import run. */
export function presentImportRun({ subject, state, step, done, total, outcome, createdBy, createdAt, endedAt }: Run) {
  return {
    import_id: subject,
    state,
    progress: { step, done, total },
    item: outcome && 'answer' in outcome ? outcome.answer : null,
    error: outcome && 'failure' in outcome ? { code: outcome.failure.status, message: outcome.failure.message } : null,
    created_by: createdBy,
    created_at: utcMicros(createdAt),
    ended_at: utcMicrosOrNull(endedAt),
  };
}

export const IMPORT_RUN_SCHEMA = new NamedSchema(
  'ImportRun',
  record({
    import_id: WHOLE,
    state: TEXT,
    progress: record({ step: orNull(TEXT), done: WHOLE, total: orNull(WHOLE) }),
    item: { description: 'The imported item, once there is one', type: ['object', 'null'], additionalProperties: true },
    error: orNull(record({ code: WHOLE, message: TEXT })),
    created_by: USER_ID,
    created_at: UTC_TIME,
    ended_at: orNull(UTC_TIME),
  }),
);
