import type { DemoBook } from './demo-book';

export const readingsBook: DemoBook = {
  name: 'Working with Readings',
  by: 'marta',
  description_html:
    '<p>Fetch readings, draw them and keep them. Examples in <em>five</em> languages, ready to copy.</p>',
  tags: { Product: 'WS-2', Audience: 'Programmers' },
  cover: 'readings',
  pages: [
    {
      name: 'Units and names',
      by: 'marta',
      tags: { Review: 'Quarterly' },
      earlier: [
        {
          by: 'marta',
          summary: 'First version',
          wordings: [['reduced to sea level', 'at the station']],
        },
      ],
      summary: 'Pressure is reduced to sea level',
      comments: [
        {
          by: 'tom',
          html: '<p>Customers ask why our pressure differs from the airport. Which height do we use?</p>',
          archived: true,
          replies: [{ by: 'marta', html: '<p>Sea level, now in the table.</p>' }],
        },
      ],
      attachments: [{ name: 'One day at the Boat Shed', file: 'one-day-of-readings.csv' }],
    },
  ],
  chapters: [
    {
      name: 'Reading and drawing',
      description: 'From the station to a chart.',
      pages: [
        { name: 'The API of a station', by: 'marta', tags: { Language: 'Bash', Difficulty: 'Easy' } },
        { name: 'A day as a chart', by: 'marta', tags: { Language: 'JavaScript', Difficulty: 'Medium' } },
        { name: 'Means and gusts', by: 'ingrid', tags: { Language: 'Python', Difficulty: 'Medium' } },
      ],
    },
    {
      name: 'Keeping readings',
      description: 'Databases and receivers.',
      pages: [
        { name: 'Tables for readings', by: 'marta', tags: { Language: 'SQL', Difficulty: 'Advanced' } },
        { name: 'Upload settings', by: 'tom', tags: { Language: 'YAML', Difficulty: 'Medium' } },
      ],
    },
  ],
};
