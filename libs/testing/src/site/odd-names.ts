/** Quotes, and marks that turn the direction of writing. */
const ODD_CHARACTERS = '"\'&\u200f\u202e';
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A name that must be escaped wherever a page shows it. */
export const oddName = (word: string): string => `${word}<b>${ODD_CHARACTERS}x`;

/** The name in HTML. */
export const escapedName = (name: string): string => name.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Whether a page shows an odd name as it is. Scripts with data escape it in their own way. */
export const showsRawName = (html: string): boolean =>
  html.replace(/<script\b.*?<\/script>/gs, '').includes(ODD_CHARACTERS);
