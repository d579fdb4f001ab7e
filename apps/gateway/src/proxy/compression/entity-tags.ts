import type { Coding } from './encoder';

/** No service has this character in its entity tags. */
const MARK = '~';
const MARKED = /~(?:zstd|br|gzip)"/g;

/**
 * The entity tag of a compressed response. A strong tag names exact bytes (RFC 9110, 8.8.3), so each coding has a tag of its own. A weak
 * tag for it would be refused by `If-Match`, and callers could not save.
 */
export const codedTag = (tag: string, coding: Coding): string =>
  tag.startsWith('W/') ? tag : tag.replace(/"$/, `${MARK}${coding}"`);

/** The tags of `If-Match` or `If-None-Match` as the services know them. */
export const plainTags = (condition: string): string => condition.replace(MARKED, '"');

/** The tag of a 304: the one that the caller sent, when it differs from the service's by its coding alone. */
export function knownTag(tag: string, condition: string | undefined): string {
  if (condition === undefined || condition.includes(tag)) return tag;
  return condition.match(/"[^"]*"/g)?.find((sent) => plainTags(sent) === tag) ?? tag;
}
