import { selectComputed, sql } from '@almanac/database';
import anyAscii from 'any-ascii';

const MAX_LENGTH = 200;

/** Attempts to store a slug that other transactions may take first. Before each further one, another transaction made progress. */
export const MAX_SLUG_ATTEMPTS = 200;

/**
 * The slug of a text (calendar-behaviour §7.4): lower case, at most 200 characters, empty when nothing is left. Transliterates letters of all scripts to
 * ASCII. White space, dots and slashes become one hyphen between words; HTML tags and other punctuation are dropped, as the reference does.
 */
export function slugOf(text: string): string {
  const letters = text
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(?:nbsp|[mn]dash|#160|#821[12]);/gi, '-')
    .replace(/&(?:#\d+|#x[\da-f]+|[a-z]+);/gi, '')
    .replace(/[ßẞ€×£©®™°…]/g, (sign) => SPELLINGS[sign] ?? '');
  const ascii = anyAscii(letters.normalize('NFC')).toLowerCase();
  return trimmed(ascii.replace(/[^a-z0-9_\s./-]+/g, '').replace(/[\s./-]+/g, '-'), MAX_LENGTH);
}

/** Signs that the reference spells in its own way. It drops the other ones that a transliteration would spell out. */
const SPELLINGS: Readonly<Record<string, string>> = { ß: 's', ẞ: 's', '€': 'e', '×': 'x' };

/** The slugs that a caller's text may mean: the text itself, then its normal form (calendar-behaviour §7.4). */
export const slugSpellings = (text: string): readonly [sent: string, normal: string] => [
  text.replaceAll('\0', ''),
  slugOf(text),
];

/**
 * The first free slug: the requested slug itself, else with `-2`, `-3`, …, shortened where the number needs the space.
 * @param requested from `slugOf`, not empty
 */
export function freeSlug(requested: string, isUsed: (slug: string) => boolean): string {
  let slug = requested;
  for (let number = 2; isUsed(slug); number++)
    slug = `${trimmed(requested, MAX_LENGTH - `-${number}`.length)}-${number}`;
  return slug;
}

/** The slug of a category. If it is in use, the parent's slug is appended before any number is. */
export function freeCategorySlug(
  requested: string,
  parentSlug: string | undefined,
  isUsed: (slug: string) => boolean,
): string {
  if (parentSlug === undefined || !isUsed(requested)) return freeSlug(requested, isUsed);
  return freeSlug(withParent(requested, parentSlug), isUsed);
}

export const withParent = (requested: string, parentSlug: string): string =>
  trimmed(`${requested}-${parentSlug}`, MAX_LENGTH);

const trimmed = (slug: string, longest: number): string => slug.replace(/^-+/, '').slice(0, longest).replace(/-+$/, '');

const MAX_PREFIX_LENGTH = 190;

/** The common prefix of all numbered versions of a slug. Long slugs lose letters at the end to make space for the number. */
export const familyPrefix = (slug: string): string =>
  slug.length > MAX_PREFIX_LENGTH ? slug.slice(0, MAX_PREFIX_LENGTH) : `${slug}-`;

/**
 * SQL for the slugs of a table that are among the requested ones, or numbered versions of them, by two parameters: `$1` the slugs, `$2` their
 * prefixes. Two ranges of one index each, because PostgreSQL would read the whole table for an OR between them.
 * @param from the table
 * @param where further conditions, by columns of the table
 */
export const usedSlugsSql = (from: string, where: string) =>
  sql`SELECT ${selectComputed<{ slug: string }>({ slug: 'slug' })} FROM ${from} WHERE slug = ANY($1::text[]) AND ${where}
    UNION SELECT numbered.slug FROM unnest($2::text[]) AS prefix CROSS JOIN LATERAL (
      SELECT slug FROM ${from} WHERE slug >= prefix COLLATE "C" AND slug < (prefix || '~') COLLATE "C" AND ${where}) numbered`;
