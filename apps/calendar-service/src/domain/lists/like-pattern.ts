/** A LIKE pattern that finds the text anywhere; its own wildcards stand for themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
