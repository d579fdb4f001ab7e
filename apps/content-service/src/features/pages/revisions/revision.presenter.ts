import { NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { USER_SUMMARY, UTC_TIME, utcMicros } from '../../../content/kinds/presentation';
import type { RevisionDetailRow, RevisionRow } from './revisions.repository';

/** A revision without its body, for lists. Field names are those of the reference's webhooks (content-behaviour §19). */
export const presentRevisionInList = (revision: RevisionRow) => ({
  id: revision.id,
  page_id: revision.page_id,
  revision_number: revision.revision_number,
  type: 'version',
  name: revision.name,
  slug: revision.slug,
  book_slug: revision.book_slug,
  summary: revision.summary,
  created_by: revision.creator,
  created_at: utcMicros(revision.created_at),
});

/** @param html the stored HTML with includes resolved, filtered */
export const presentRevision = (revision: RevisionDetailRow, html: string) => ({
  ...presentRevisionInList(revision),
  html,
  raw_html: revision.html,
  markdown: revision.markdown,
  text: revision.text,
});

/**
 * @param against the revision to compare with; undefined for the first one
 * @param html the newer text with insertions and deletions marked, filtered
 */
export const presentDiff = (revision: RevisionRow, against: RevisionRow | undefined, html: string) => ({
  revision: presentRevisionInList(revision),
  against: against ? presentRevisionInList(against) : null,
  html,
});

const IN_LIST = {
  id: WHOLE,
  page_id: WHOLE,
  revision_number: WHOLE,
  type: { ...TEXT, enum: ['version'] },
  name: TEXT,
  slug: TEXT,
  book_slug: TEXT,
  summary: orNull(TEXT),
  created_by: orNull(USER_SUMMARY),
  created_at: UTC_TIME,
};

export const REVISION_IN_LIST_SCHEMA = new NamedSchema('RevisionInList', record(IN_LIST));
export const REVISION_SCHEMA = new NamedSchema(
  'Revision',
  record({ ...IN_LIST, html: TEXT, raw_html: TEXT, markdown: TEXT, text: TEXT }),
);
export const DIFF_SCHEMA = new NamedSchema(
  'RevisionDiff',
  record({
    revision: REVISION_IN_LIST_SCHEMA,
    against: orNull(REVISION_IN_LIST_SCHEMA),
    html: { ...TEXT, description: 'The newer text; insertions are in `ins` and deletions in `del`' },
  }),
);
