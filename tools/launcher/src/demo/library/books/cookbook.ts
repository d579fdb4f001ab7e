import type { DemoBook } from './demo-book';

/** Each operation sorts again, so the last one decides first. */
export const SORT_RULE = { name: 'Chapters first, then by name', operations: ['name_asc', 'chapters_first'] };

export const cookbook: DemoBook = {
  name: 'Thursday Kitchen Cookbook',
  by: 'tom',
  description_html:
    '<p>Every Thursday two of us cook for the rest. These are the dishes that were asked for again. Quantities are for <strong>four</strong>, unless stated.</p>',
  tags: { Kind: 'Recipes', Serves: '4' },
  cover: 'cookbook',
  sortRule: SORT_RULE.name,
  pages: [{ name: 'How Thursdays work', by: 'tom' }],
  chapters: [
    {
      name: 'Soups',
      description: 'For days on which the harbour is grey.',
      pages: [
        { name: 'Red lentil soup', by: 'tom', tags: { Diet: 'Vegan', Minutes: '30' } },
        { name: 'Fish soup of the quay', by: 'ingrid', tags: { Minutes: '45' } },
      ],
    },
    {
      name: 'From the oven',
      description: 'Put it in, go to a meeting, take it out.',
      pages: [
        { name: 'Potato gratin', by: 'marta', tags: { Diet: 'Vegetarian', Minutes: '75' } },
        { name: 'Apple crumble for twelve', by: 'tom', tags: { Diet: 'Vegetarian', Serves: '12' } },
      ],
    },
  ],
};
