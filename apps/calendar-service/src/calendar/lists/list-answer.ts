import { Problem } from '@almanac/errors';
import { REVALIDATED, VersionedAnswer, weakTag, WrittenJson } from '@almanac/http';
import type { Cursors, ListBatch } from '@almanac/listing';
import { ANSWER_PARAMETERS } from './answer-form';
import { toIsoText, toWallClock } from '../time-zones/conversion';
import { UTC } from '../time-zones/time-zone';
import { cursorLinks, linksHeader, type LinkValue, listingLinks } from './listing-links';

export type ListAnswer = VersionedAnswer<WrittenJson>;

interface ListAnswerParts {
  /** Address of the collection. */
  collection: string;
  /** Member that holds the records, e.g. `events`. */
  name: string;
  records: readonly object[];
  /** The rows of the records, with their total and their place in the list. */
  page: ListBatch<unknown>;
  cursors: Cursors;
  /** The list contains unbounded series up to this moment; undefined when the list is complete. */
  completeUntil?: Date | undefined;
  /** The other parameters in effect, in the order in which links repeat them. */
  parameters: Readonly<Record<string, LinkValue>>;
}

/**
 * The envelope of a list with its headers and its version (calendar-behaviour §3.1). It has neutral names and RFC 8288 links, beside the names that clients of
 * the reference read.
 */
export function listAnswer({
  collection,
  name,
  records,
  page,
  cursors,
  completeUntil,
  parameters,
}: ListAnswerParts): ListAnswer {
  const { total, place } = page;
  const { count, offset, cursor } = place.query;
  const totalPages = Math.ceil(total / count);
  const links = cursor
    ? cursorLinks(collection, { per_page: count, ...parameters }, page, cursors)
    : listingLinks(collection, parameters, { page: offset / count + 1, perPage: count, totalPages });
  const link = linksHeader(links);
  const headers = {
    ...REVALIDATED,
    'X-Total': String(total),
    // The name that lists of the content service have too.
    'X-Total-Count': String(total),
    'X-Total-Pages': String(totalPages),
    'X-TEC-Total': String(total),
    'X-TEC-TotalPages': String(totalPages),
    ...(link !== undefined && { Link: link }),
    ...completeUntilHeader(completeUntil),
  };
  const answer = {
    [name]: records,
    rest_url: links.rest_url,
    ...(links.next_rest_url !== undefined && { next_rest_url: links.next_rest_url }),
    ...(links.previous_rest_url !== undefined && { previous_rest_url: links.previous_rest_url }),
    total,
    total_pages: totalPages,
    ...(completeUntil && { occurrences_until: toWallClock(completeUntil, UTC) }),
  };
  const json = Buffer.from(JSON.stringify(answer));
  return new VersionedAnswer(weakTag(json), () => new WrittenJson(json), headers);
}

/** @throws Problem 404 for a page after the last one (calendar-behaviour §3.1) */
export function requirePage({ isPastEnd }: ListBatch<unknown>, noun: string): void {
  if (isPastEnd)
    throw new Problem(404, `The requested ${noun} archive page does not exist`, {
      type: 'page-out-of-range',
      code: `${noun}-archive-page-not-found`,
    });
}

/** Also for calendar files, whose format has no field for it. */
export const completeUntilHeader = (until: Date | undefined): Record<string, string> =>
  until ? { 'X-Occurrences-Until': toIsoText(until, UTC) } : {};

/** The sent parameters with these names, and those that every route takes. Paging parameters are not included. */
export function sentParameters(
  input: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, LinkValue> {
  return Object.fromEntries([...names, ...ANSWER_PARAMETERS].map((name) => [name, linkValue(input[name])]));
}

function linkValue(value: unknown): LinkValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value)
    ? value.filter((item) => typeof item === 'string' || typeof item === 'number')
    : undefined;
}
