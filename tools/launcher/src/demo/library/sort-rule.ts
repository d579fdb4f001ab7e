/** Each operation sorts again, so the last one decides first. */
export const SORT_RULE = { name: 'Chapters first, then by name', operations: ['name_asc', 'chapters_first'] };
