const ROOM_FOR_NUMBERS = 190;

/** What every numbered version of a slug begins with; long slugs lose letters at the end to make room for the number. */
export const familyPrefix = (slug: string): string => (slug.length > ROOM_FOR_NUMBERS ? slug.slice(0, ROOM_FOR_NUMBERS) : `${slug}-`);
