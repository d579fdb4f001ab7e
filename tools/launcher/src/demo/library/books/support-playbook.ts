import type { DemoBook } from './demo-book';

export const supportPlaybook: DemoBook = {
  name: 'Support Playbook',
  by: 'tom',
  description_html: '<p>How we answer people who write to us, and what to do when a station falls silent.</p>',
  tags: { Team: 'Support' },
  cover: 'support',
  pages: [],
  chapters: [
    {
      name: 'Answering',
      description: 'Tone, times and who takes over.',
      pages: [
        { name: 'How we write', by: 'tom' },
        {
          name: 'Times we promise',
          by: 'tom',
          tags: { Review: 'Quarterly' },
          earlier: [
            {
              by: 'tom',
              summary: 'First version',
              wordings: [
                ['2 hours', '4 hours'],
                ['2 working days', '3 working days'],
              ],
            },
            { by: 'ingrid', summary: 'Harbours within two hours', wordings: [['2 working days', '3 working days']] },
          ],
          summary: 'Two days for everybody, agreed with the team',
        },
        { name: 'Handing over to engineering', by: 'tom' },
      ],
    },
    {
      name: 'Faults we know',
      description: 'Sorted by how often they come.',
      pages: [
        { name: 'No rain for weeks', by: 'tom', tags: { Fault: 'Rain gauge' } },
        { name: 'Wind stands at zero', by: 'marta', tags: { Fault: 'Anemometer' } },
      ],
    },
  ],
};
