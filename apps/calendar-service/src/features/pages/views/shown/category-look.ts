/** Number of colours, and of shapes, in `categories.css`. */
const LOOKS = 8;

/**
 * The classes that give a category its colour and its shape, by its id. They stay the same in every view and on every day. Of 64 categories made
 * one after the other, no two have both in common. So they can be told apart by readers who see no colours.
 */
export const categoryLook = (id: number): string => `tone-${id % LOOKS} shape-${(id + Math.floor(id / LOOKS)) % LOOKS}`;
