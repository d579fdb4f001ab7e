import type { DemoBook } from './demo-book';

export const cookbook: DemoBook = {
  name: 'Thursday Kitchen Cookbook',
  description_html:
    '<p>Every Thursday two of us cook for the rest. These are the dishes that were asked for again. Quantities are for <strong>four</strong>, unless stated.</p>',
  tags: [
    { name: 'Kind', value: 'Recipes' },
    { name: 'Serves', value: '4' },
  ],
  cover: { ground: '#8a3324', figure: '#f6d186' },
  chapters: [
    {
      name: 'Soups',
      description: 'For the months in which the harbour freezes.',
      pages: [
        {
          name: 'Red lentil soup',
          tags: [
            { name: 'Diet', value: 'Vegan' },
            { name: 'Minutes', value: '30' },
          ],
          markdown: `**You need** 250 g red lentils, 1 onion, 2 carrots, 1 tin of tomatoes, 1 tsp cumin, 1 lemon, olive oil.

1. Soften the chopped onion and carrots in oil for ten minutes.
2. Stir in the cumin, then lentils, tomatoes and 1 l of water.
3. Simmer for 20 minutes. Blend half of it.
4. Salt, and more lemon than you think.`,
        },
        {
          name: 'Fish soup of the quay',
          tags: [{ name: 'Minutes', value: '45' }],
          html: '<p><strong>You need</strong> 600 g white fish, 2 leeks, 3 potatoes, 1 fennel, 200 ml cream, dill.</p><ol><li>Sweat leeks and fennel in butter.</li><li>Add the diced potatoes and 800 ml of fish stock; cook until soft.</li><li>Slide in the fish in large pieces and turn off the heat.</li><li>After five minutes add cream and dill. Do not stir.</li></ol>',
        },
      ],
    },
    {
      name: 'From the oven',
      description: 'Put it in, go to a meeting, take it out.',
      pages: [
        {
          name: 'Potato gratin',
          tags: [
            { name: 'Diet', value: 'Vegetarian' },
            { name: 'Minutes', value: '75' },
          ],
          html: '<p><strong>You need</strong> 1 kg waxy potatoes, 400 ml cream, 200 ml milk, 1 clove of garlic, nutmeg.</p><p>Rub the dish with garlic. Slice the potatoes thinly and do <em>not</em> wash them. Layer, salt, pour the hot cream over them. One hour at 180 °C.</p>',
        },
        {
          name: 'Apple crumble for twelve',
          tags: [
            { name: 'Diet', value: 'Vegetarian' },
            { name: 'Serves', value: '12' },
          ],
          markdown: `**You need** 2 kg sour apples, 300 g flour, 200 g butter, 200 g sugar, 100 g oats, cinnamon.

Rub flour, butter, sugar and oats to crumbs. Spread over the sliced apples. **40 minutes at 190 °C**, until the edges bubble.

*Serve with cold cream. There are no leftovers.*`,
        },
      ],
    },
  ],
  pages: [
    {
      name: 'How Thursdays work',
      html: '<p>Put your name on the list by the fridge. Shopping is on the company card, up to 8 a head. Whoever cooks does not wash up.</p>',
    },
  ],
};
