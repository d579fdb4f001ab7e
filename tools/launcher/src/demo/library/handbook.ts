import type { DemoBook } from './demo-book';

export const handbook: DemoBook = {
  name: 'Employee Handbook',
  description_html:
    '<p>What a newcomer asks in the first month, and what everybody looks up again later. <strong>Owned by the people team.</strong></p>',
  tags: [
    { name: 'Team', value: 'People' },
    { name: 'Review', value: 'Yearly' },
  ],
  cover: { ground: '#1f4e5f', figure: '#f2b134' },
  chapters: [
    {
      name: 'Your first weeks',
      description: 'From the first morning to the first thing you ship.',
      pages: [
        {
          name: 'Before you arrive',
          markdown: `Your laptop is sent a week ahead. If it has not come by Thursday, write to **office@tidewater.example** and we chase the courier.

## Bring

- a photo ID for the door badge
- your bank details
- the name of somebody to call in an emergency

Parking is free behind the boat shed. The 14 bus stops at *Harbour Lane*, two minutes away.`,
        },
        {
          name: 'The first day',
          tags: [{ name: 'Checklist', value: 'Onboarding' }],
          html: `<p>Nobody expects you to remember names today. Here is what will happen:</p>
<table><thead><tr><th>Time</th><th>What</th><th>With</th></tr></thead><tbody>
<tr><td>9:30</td><td>Door badge, desk, coffee machine lesson</td><td>Office</td></tr>
<tr><td>10:00</td><td>Accounts and passwords</td><td>Your buddy</td></tr>
<tr><td>12:30</td><td>Lunch, on us</td><td>The whole team</td></tr>
<tr><td>14:00</td><td>A walk through the workshop</td><td>Production</td></tr>
<tr><td>16:00</td><td>Questions, then home</td><td>Your lead</td></tr>
</tbody></table>`,
        },
        {
          name: 'Your buddy',
          html: '<p>A buddy is a colleague from <em>another</em> team who answers the questions you would rather not ask your lead. You meet once a week for six weeks. After that you are on your own, and usually friends.</p>',
        },
      ],
    },
    {
      name: 'Time and money',
      description: 'Hours, holidays, sick days and expenses.',
      pages: [
        {
          name: 'Working hours',
          html: '<p>We work 37 hours a week. Be reachable between 10:00 and 15:00; the rest is yours to arrange.</p><p>Working from home is fine on any day except Thursday, when the kitchen cooks for everybody.</p>',
        },
        {
          name: 'Holidays',
          markdown: `You have **28 days** a year. Up to 5 of them move into the next year, until the end of March.

1. Tell your team first.
2. Enter the days in the absence calendar.
3. Write down who covers for you.

> Three weeks in a row are welcome once a year. Two days' notice for a single day is enough.`,
        },
        {
          name: 'When you are ill',
          html: '<p>Stay at home and send one line to your lead. From the fourth day on we need a note from a doctor. Sick children count as sick days of yours.</p>',
        },
        {
          name: 'Expenses',
          tags: [{ name: 'Team', value: 'Finance' }],
          markdown: `| What | Limit | Needs asking |
| --- | --- | --- |
| Books, courses | 600 a year | no |
| Train, second class | none | no |
| Flights | none | yes |
| Dinner on a trip | 35 a day | no |

Send a photo of the receipt within 30 days; it is paid with the next salary.`,
        },
      ],
    },
  ],
  pages: [
    {
      name: 'Why we write things down',
      html: "<p>We are 34 people in two towns. What is only said is known to those who were in the room; what is written is known to all of us, also to the one who joins next spring.</p><ul><li>Write for a tired colleague.</li><li>Say when it was true.</li><li>Correct what you find wrong. You need nobody's permission.</li></ul>",
    },
  ],
};
