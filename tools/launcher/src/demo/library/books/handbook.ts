import type { DemoBook } from './demo-book';

export const handbook: DemoBook = {
  name: 'Employee Handbook',
  by: 'ingrid',
  description_html:
    '<p>What a newcomer asks in the first month, and what everybody looks up again later. <strong>Owned by the people team.</strong></p>',
  tags: { Team: 'People', Review: 'Yearly' },
  cover: 'handbook',
  pages: [{ name: 'Why we write things down', by: 'ingrid' }],
  chapters: [
    {
      name: 'Your first weeks',
      description: 'From the first morning to the first thing you ship.',
      pages: [
        { name: 'Before you arrive', by: 'ingrid' },
        { name: 'The first day', by: 'ingrid', tags: { Checklist: 'Onboarding' } },
        { name: 'Your buddy', by: 'tom' },
      ],
    },
    {
      name: 'Time and money',
      description: 'Hours, holidays, sick days and expenses.',
      pages: [
        { name: 'Working hours', by: 'ingrid' },
        { name: 'Holidays', by: 'ingrid' },
        { name: 'When you are ill', by: 'ingrid' },
        {
          name: 'Expenses',
          by: 'tom',
          tags: { Team: 'Finance' },
          comments: [
            {
              by: 'sana',
              html: '<p>Do ferry tickets count as trains?</p>',
              replies: [{ by: 'tom', html: '<p>They do. I keep the receipt from the app.</p>' }],
            },
          ],
        },
      ],
    },
    {
      name: 'Templates',
      description: 'Starting points for new pages.',
      pages: [{ name: 'Meeting notes', by: 'ingrid', isTemplate: true }],
    },
  ],
};
