import anyAscii from 'any-ascii';
import { randomHex, randomText } from './random-text';

/** The reference spells currency signs like this, in contrast to other symbols. */
const CURRENCIES: Partial<Record<string, string>> = {
  '€': 'eur',
  '£': 'ps',
  '¥': 'yen',
  '¢': 'c',
  '₹': 'rs',
  '₽': 'rub',
  '₺': 'tl',
  '₴': 'uah',
  '₩': 'w',
  '₪': 'ns',
  '₫': 'd',
  '฿': 'thb',
};

// The reference drops symbols (emoji, ©) and scripts without a letter-by-letter spelling in ASCII. any-ascii would spell
// both out ("😀" → ":grinning:", "日本" → "RiBen"), so that the same name would get another address.
const WITHOUT_ASCII_FORM =
  /[^\P{S}\x00-\x7f]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Yi}]/gu;

/** A name of 255 characters can become several times as long in ASCII. */
const MAX_SLUG_LENGTH = 280;

/**
 * The address form of a name (content-behaviour §6.9): ASCII, lower case, `-` between words. `''` when the name has no usable character;
 * `uniqueSlug` then generates a slug.
 */
export function slugify(name: string): string {
  return (
    anyAscii(name.replace(WITHOUT_ASCII_FORM, (symbol) => CURRENCIES[symbol] ?? ''))
      .replaceAll('_', '-')
      .replaceAll('@', '-at-')
      .toLowerCase()
      .replaceAll(/[^a-z0-9\s-]/g, '')
      .replaceAll(/[\s-]+/g, '-')
      // The column is longer: the rest is for the suffix after a clash.
      .slice(0, MAX_SLUG_LENGTH)
      .replaceAll(/^-|-$/g, '')
  );
}

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
