import { growthFaults, HTML_SHAPES, type Shape, TEXT_SHAPES } from '@almanac/testing';
import { readCost } from './cost/cost';
import { searchTerms } from './lists/search-terms';
import { parseDateText } from './dates/parse-date-text';
import { contentLine, textValue } from './icalendar/writing/content-line';
import { htmlToText, textToHtml } from './rendering/html-text';
import { splitFile } from './icalendar/reading/split-file';
import { personJsonLd } from './json-ld/json-ld';
import { isEmail, listItems } from './parameters/rules';
import { readRule } from '../features/events/series/rules/rule-text';
import { renderText } from './rendering/paragraphs';
import { plainText, sanitised } from './rendering/sanitised';
import { withTypography } from './rendering/typography';
import { slugOf } from './slugs/slugs';
import { parseTimeZone, UTC } from './time-zones/time-zone';

const person = { name: '', description: '', phone: '', email: '', website: '' };

/** Every function of the calendar that receives texts of any length. */
const FUNCTIONS: Record<string, (text: string) => unknown> = {
  renderText,
  withTypography,
  sanitised,
  plainText,
  htmlToText,
  textToHtml,
  slugOf,
  'contentLine in its value': (text) => contentLine('X', textValue(text)),
  'contentLine in a parameter': (text) => contentLine('X', '', { CN: text }),
  splitFile: (text) => splitFile(`BEGIN:VCALENDAR\n${text}\nEND:VCALENDAR`),
  readCost: (text) => readCost(text, { symbol: '$', code: 'USD', position: 'prefix' }),
  personJsonLd: (text) => personJsonLd({ ...person, name: text, description: text }),
  parseDateText: (text) => parseDateText(text, UTC, new Date(0)),
  parseTimeZone: (text) => parseTimeZone(text),
  readRule: (text) => readRule(text, { zone: UTC, allDay: false }),
  listItems,
  searchTerms: (text) => searchTerms(`x${text}x`),
  isEmail: (text) => isEmail(`a@${text} `),
};

const repeated =
  (piece: string): Shape =>
  (characters) =>
    piece.repeat(characters / piece.length);

/** Input forms that the calendar parses, each repeated many times. */
const OWN_SHAPES: Record<string, Shape> = Object.fromEntries(
  [
    '1,',
    '1.',
    '1 - ',
    '$',
    ' to ',
    '+1 day ',
    'FREQ=',
    'BEGIN:VEVENT\n',
    'a\n\n',
    '<br> ',
    '<b title="<">',
    '<b></i>',
    '<td> </td>',
    "'",
    '" ',
    ' "9"',
    "9'",
    '--',
    '9x',
  ].map((piece) => [`many ${JSON.stringify(piece)}`, repeated(piece)]),
);
const MARKUP = ['renderText', 'withTypography', 'sanitised', 'plainText', 'htmlToText', 'textToHtml', 'slugOf'];

it.each(Object.entries(FUNCTIONS))('%s takes time linear in the length of its text', async (name, work) => {
  const shapes = { ...TEXT_SHAPES, ...OWN_SHAPES, ...(MARKUP.includes(name) ? HTML_SHAPES : {}) };
  expect(await growthFaults(work, shapes, { floorMs: 12 })).toEqual([]);
});
