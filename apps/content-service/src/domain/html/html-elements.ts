const words = (list: string) => new Set(list.split(' '));

/** Deeper elements are left out. Browsers stop at 512 levels; people's texts have a dozen. */
export const MAX_DEPTH = 200;

/** Without end tags. */
export const VOID = words('area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr');

/** Browsers read neither tags nor entities in these. */
export const RAW_TEXT = words('script style xmp iframe noembed noframes');

/** Text of these is none for readers; without its element it would become some. */
export const NOT_READ = new Set([...RAW_TEXT, 'title', 'textarea']);
