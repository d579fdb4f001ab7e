import { type UserSummary, utcMicros } from '../../../domain/content-tree/presentation';

export interface RevisionRow {
  id: number;
  page_id: number;
  revision_number: number;
  name: string;
  slug: string;
  book_slug: string;
  summary: string | null;
  creator: UserSummary | null;
  created_at: Date | string;
}

export interface RevisionDetailRow extends RevisionRow {
  /** As stored. */
  html: string;
  markdown: string;
  text: string;
}

/** Without the body, as lists show it; field names as webhooks of the reference have them (content-behaviour §19). */
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

/** @param html the stored HTML as it is shown: with its includes, filtered */
export const presentRevision = (revision: RevisionDetailRow, html: string) => ({
  ...presentRevisionInList(revision),
  html,
  raw_html: revision.html,
  markdown: revision.markdown,
  text: revision.text,
});

/**
 * @param against what it is compared with; null for the first one, which is compared with nothing
 * @param html the newer text with both marked, filtered
 */
export const presentDiff = (revision: RevisionRow, against: RevisionRow | undefined, html: string) => ({
  revision: presentRevisionInList(revision),
  against: against ? presentRevisionInList(against) : null,
  html,
});
