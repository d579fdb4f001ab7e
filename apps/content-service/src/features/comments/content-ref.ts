/** The block's id, a hash of its text, and optionally the characters meant. */
const BLOCK = /^bkmrk-.*?:\d+:(\d*-\d*)?$/;
const LONGEST = 255;

/** What is stored of a given reference to a block of the page: itself, or nothing when it is none (content-behaviour §10). */
export const contentRefToStore = (given = ''): string => (given.length <= LONGEST && BLOCK.test(given) ? given : '');
