/** A set of names, for lists of elements and attributes. */
export const words = (list: string) => new Set(list.split(' '));

/** Tags of deeper elements are left out. Browsers stop at 512 levels; real texts have about a dozen. */
export const MAX_DEPTH = 200;

/** Elements without end tags. */
export const VOID = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Browsers read neither tags nor entities in these. */
export const RAW_TEXT = words('script style xmp iframe noembed noframes');

/** Text inside these is not for readers. Without its element it would become visible. */
export const NOT_READ = new Set([...RAW_TEXT, 'title', 'textarea']);
