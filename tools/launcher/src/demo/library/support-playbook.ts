import type { DemoBook } from './demo-book';

export const supportPlaybook: DemoBook = {
  name: 'Support Playbook',
  description_html: '<p>How we answer people who write to us, and what to do when a station falls silent.</p>',
  tags: [{ name: 'Team', value: 'Support' }],
  cover: { ground: '#6b2d5c', figure: '#f0a6ca' },
  chapters: [
    {
      name: 'Answering',
      description: 'Tone, times and who takes over.',
      pages: [
        {
          name: 'How we write',
          html: '<p>Short, by name, with one next step. We say <em>sorry</em> once and then help.</p><blockquote>Hello Marta, the green light tells us the station reaches the network, so the cable is fine. Could you send a photo of the rain gauge from above?</blockquote>',
        },
        {
          name: 'Times we promise',
          tags: [{ name: 'Review', value: 'Quarterly' }],
          markdown: `| Who | First answer | On weekends |
| --- | --- | --- |
| Harbours | 2 hours | yes |
| Schools | 1 working day | no |
| Everybody else | 2 working days | no |

A promise that will be missed is told **before** it is missed.`,
        },
        {
          name: 'Handing over to engineering',
          markdown: `Hand over when the same fault came twice, or when you have run out of ideas for half an hour.

- serial number and firmware
- what you tried, in order
- the last 24 hours of readings, as a file

Stay the person whom the customer knows; engineering answers to you.`,
        },
      ],
    },
    {
      name: 'Faults we know',
      description: 'Sorted by how often they come.',
      pages: [
        {
          name: 'No rain for weeks',
          tags: [{ name: 'Fault', value: 'Rain gauge' }],
          html: '<p>Usually a leaf, sometimes a wasp nest, never the sensor.</p><ol><li>Ask for a photo from above.</li><li>Ask them to pour in a glass of water slowly: 30 tips are right.</li><li>No tips at all: send a new reed switch, part 2-118.</li></ol>',
        },
        {
          name: 'Wind stands at zero',
          tags: [{ name: 'Fault', value: 'Anemometer' }],
          markdown: `Check the season first. **Below zero degrees** the cups may simply be frozen; they free themselves.

Otherwise unplug the mast cable, look for green corrosion, and clean the contacts with alcohol.`,
        },
      ],
    },
  ],
  pages: [],
};
