/** The id of the block, a hash of its text, and optionally a range of characters. */
const BLOCK = /^bkmrk-.*?:\d+:(\d*-\d*)?$/;
const MAX_LENGTH = 255;

/** The value to store for a given reference to a block of the page: empty if the reference is malformed (content-behaviour §10). */
export const contentRefToStore = (given = ''): string => (given.length <= MAX_LENGTH && BLOCK.test(given) ? given : '');
