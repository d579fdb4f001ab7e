import { randomHex, randomText } from './random-text';
import { slugify } from './slugify';

const MADE_UP_LENGTH = 5;
const SUFFIX_LENGTH = 3;

/**
 * A free slug for a name (content-behaviour §6.9): `slugify(name)`, or five random hex digits for a name without a usable character.
 * While the slug is taken, `-` and three random lower-case letters or digits are added.
 * @param isTaken whether another item of the same scope has this slug; asked once per candidate
 */
export async function uniqueSlug(name: string, isTaken: (slug: string) => boolean | Promise<boolean>): Promise<string> {
  let slug = slugify(name) || randomHex(MADE_UP_LENGTH);
  // Every round makes the slug longer, so the search ends even where all short suffixes are in use.
  while (await isTaken(slug)) slug += `-${randomText(SUFFIX_LENGTH)}`;
  return slug;
}
