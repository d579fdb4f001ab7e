import type { DemoBook } from './demo-book';

export const stationGuide: DemoBook = {
  name: 'Weather Station Guide',
  by: 'marta',
  description_html:
    '<p>Setting up, reading and looking after the <strong>Tidewater WS-2</strong>, the weather station for schools and harbours.</p>',
  tags: { Product: 'WS-2', Firmware: '4.1' },
  cover: 'station-guide',
  pages: [
    { name: 'Start here', by: 'marta', tags: { Difficulty: 'Easy' } },
    { name: 'Safety on the mast', by: 'ingrid', tags: { Review: 'Yearly' } },
  ],
  chapters: [
    {
      name: 'Setting up',
      description: 'From the box to the first reading, in about an hour.',
      pages: [
        { name: 'What is in the box', by: 'tom' },
        {
          name: 'Choosing the place',
          by: 'marta',
          tags: { Difficulty: 'Easy' },
          earlier: [
            {
              by: 'tom',
              summary: 'First version',
              wordings: [
                ['so choose a dull one', 'so choose well'],
                ['houses: ten times as far as the house is high', 'houses'],
                ['1 m, level', 'level'],
              ],
            },
            { by: 'marta', summary: 'Distances from houses', wordings: [['1 m, level', 'level']] },
          ],
          summary: 'Height of the rain gauge',
          comments: [
            {
              by: 'sana',
              html: '<p>Our school has a flat roof only. Is a station up there of any use?</p>',
              replies: [
                { by: 'marta', html: '<p>For wind and rain, yes. Put the radiation shield over the grass.</p>' },
                { by: 'sana', html: '<p>It stands there since Monday, thank you!</p>' },
              ],
            },
            { by: 'tom', html: '<p>The match test saved me two visits this month.</p>' },
          ],
          attachments: [{ name: 'How others chose their place', link: 'https://tidewater.example/places' }],
        },
        { name: 'Connecting to the network', by: 'marta', tags: { Difficulty: 'Medium' } },
      ],
    },
    {
      name: 'Keeping it running',
      description: 'How exact the numbers are, and how they stay so.',
      pages: [
        { name: 'Accuracy of the sensors', by: 'marta' },
        { name: 'Cleaning once a year', by: 'tom', tags: { Review: 'Yearly' } },
      ],
    },
  ],
};
