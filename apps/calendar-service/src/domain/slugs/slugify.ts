import anyAscii from 'any-ascii';

const MAX_SLUG = 200;

/**
 * The part of an address that stands for a title (calendar-behaviour §7.4): lower case, accents folded, apostrophes dropped, all else that is
 * no letter or digit a hyphen. Empty when the text has nothing to make a slug of.
 */
export function slugify(text: string): string {
  const latin = anyAscii(
    text
      .replace(/<[^>]*>/g, '')
      .replace(/ß/g, 's')
      .replace(/['’‘ʼ`]/g, ''),
  );
  return latin
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
}
