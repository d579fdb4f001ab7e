import anyAscii from 'any-ascii';

/**
 * The address form of a name (content-behaviour §6.9): ASCII, lower case, `-` between words. Empty when nothing of the name is usable.
 */
export function slugify(name: string): string {
  return anyAscii(name)
    .replaceAll('_', '-')
    .replaceAll('@', '-at-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
