import fc from 'fast-check';
import { words } from '../../text/tree/html-elements';
import { escapeHtml } from '../../text/tree/escape-html';

/** Texts that Markdown may read as something else, at the start of a line or within it. */
const NASTY = [
  ...'1. 2) + - # ###### > --- === ~~~ ~~ ``` ` ``x`` * ** *** _ __ [ ] ( ) ! \\ | || & < > : ; " \' « 」 「引用」 後 ， € → 😀'.split(
    ' ',
  ),
  ...words(
    '&amp; &#60; &copy &copy; <b> </p> <!-- <http://x> https://a.example/_b_ www.a.example ann@example.com [x]: [x](y) ![x](y) [x][] [^1] a*b snake_case \\* \\',
  ),
  ...[
    '    ',
    ' ',
    '\n',
    '\u00a0',
    ': --',
    '--- | ---',
    '|---|',
    ':-: ',
    '[ ] ',
    '[x] ',
    '* * *',
    'a\n- b',
    '{{@12}}',
    'a  ',
    '\\\n',
    '$1',
    '<br>',
    '~a~',
    '![',
  ],
];
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b ', ' c', 'word', ' ') },
  { weight: 2, arbitrary: fc.constantFrom(...NASTY) },
);
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const value = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(''));
const address = fc.constantFrom(
  '/x',
  'https://a.example/?b=1&c=2#d',
  '/a(b',
  '/a)b(',
  '/a_b_*c*',
  '/?a&amp;b',
  '/a b',
  '/<b>',
  'mailto:ann@example.com',
  '#x',
  '/a\\b',
  '/a|b',
  '/a"b',
  "/a'b",
  '/é',
  '/a[b]',
  '/`a`',
);

const element = (name: string, content: string, attributes: Record<string, string> = {}) =>
  `<${name}${Object.entries(attributes)
    .map(([key, attribute]) => ` ${key}="${escapeHtml(attribute)}"`)
    .join('')}>${content}</${name}>`;

const image = fc
  .record({ src: address, alt: value, title: value }, { requiredKeys: ['src'] })
  .map((attributes) => element('img', '', attributes).replace('</img>', ''));
const attributed = fc.constantFrom<[string, Record<string, string>]>(
  ['u', {}],
  ['s', {}],
  ['del', {}],
  ['sub', {}],
  ['kbd', {}],
  ['span', { style: 'color: red' }],
  ['span', { title: 'a"b*c*<d>|\\|' }],
  ['mark', { class: 'x' }],
);

interface Options {
  /** Tables of Markdown, which are no part of CommonMark. */
  tables: boolean;
}

/** HTML of pages with few elements and much text that looks like Markdown. */
export function htmlDocuments({ tables }: Options): fc.Arbitrary<string> {
  const { document } = fc.letrec<
    Record<
      | 'document'
      | 'blocks'
      | 'block'
      | 'inlines'
      | 'inline'
      | 'unlinked'
      | 'unlinkedInline'
      | 'item'
      | 'flow'
      | 'table',
      string
    >
  >((tie) => {
    const anyInline = (inner: 'inlines' | 'unlinked') => [
      { weight: 8, arbitrary: text.map(escapeHtml) },
      { weight: 2, arbitrary: tie(inner).map((content) => element('strong', content)) },
      { weight: 2, arbitrary: tie(inner).map((content) => element('em', content)) },
      { weight: 1, arbitrary: tie(inner).map((content) => element('b', content)) },
      { weight: 2, arbitrary: text.map((code) => element('code', escapeHtml(code))) },
      { weight: 1, arbitrary: fc.constant('<br>') },
      { weight: 1, arbitrary: image },
      {
        weight: 1,
        arbitrary: fc
          .tuple(attributed, tie(inner))
          .map(([[name, attributes], content]) => element(name, content, attributes)),
      },
    ];
    const link = fc.tuple(tie('unlinked'), fc.record({ href: address, title: value }, { requiredKeys: ['href'] }));
    const list = (name: 'ul' | 'ol', start: fc.Arbitrary<Record<string, string>>) =>
      fc
        .tuple(fc.array(tie('item'), { minLength: 1, maxLength: 3 }), start)
        .map(([items, attributes]) => element(name, items.join(''), attributes));
    const cell = (name: 'th' | 'td') => tie('inlines').map((content) => element(name, content));
    return {
      document: tie('blocks'),
      blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join('')),
      block: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 5, arbitrary: tie('inlines').map((content) => element('p', content)) },
        { weight: 1, arbitrary: tie('inlines').map((content) => element('h2', content)) },
        { weight: 1, arbitrary: fc.constant('<hr>') },
        {
          weight: 1,
          arbitrary: fc
            .tuple(value, fc.constantFrom({}, { class: 'language-php' }, { class: 'language-c++' }))
            .map(([code, attributes]) => element('pre', element('code', `${escapeHtml(code)}x`, attributes))),
        },
        { weight: 1, arbitrary: tie('inlines').map((content) => element('p', content, { class: 'callout info' })) },
        { weight: 1, arbitrary: tie('inlines').map((content) => element('div', content, { style: 'color: red' })) },
        {
          weight: 1,
          arbitrary: fc
            .tuple(tie('inlines'), tie('blocks'))
            .map(([summary, content]) => element('details', element('summary', summary) + content)),
        },
        { weight: 1, arbitrary: tie('blocks').map((content) => element('section', content)) },
        { weight: 1, arbitrary: tie('flow').map((content) => element('blockquote', content)) },
        { weight: 3, arbitrary: list('ul', fc.constant({})) },
        {
          weight: 3,
          arbitrary: list(
            'ol',
            fc.constantFrom<Record<string, string>>(
              {},
              { start: '0' },
              { start: '7' },
              { start: '99' },
              { start: '999' },
              { start: '-2' },
              { start: '999999999' },
            ),
          ),
        },
        { weight: 1, arbitrary: tie('table') },
      ),
      flow: fc.oneof(
        tie('blocks'),
        tie('inlines'),
        fc.tuple(tie('inlines'), tie('blocks')).map(([line, blocks]) => line + blocks),
      ),
      item: fc
        .oneof(
          { weight: 1, arbitrary: fc.constant('') },
          { weight: 4, arbitrary: tie('inlines') },
          { weight: 4, arbitrary: tie('flow') },
          {
            weight: 1,
            arbitrary: fc
              .tuple(fc.constantFrom('', ' checked'), tie('inlines'))
              .map(([checked, content]) => `<input type="checkbox"${checked}> ${content}`),
          },
        )
        .map((content) => element('li', content)),
      table: fc.oneof(
        fc
          .tuple(tie('inlines'), tie('blocks'))
          .map(([inline, blocks]) => `<table><tr><td>${inline}</td><td>${blocks}</td></tr></table>`),
        tables
          ? fc
              .tuple(cell('th'), cell('th'), cell('td'), cell('td'))
              .map(([a, b, c, d]) => `<table><thead><tr>${a}${b}</tr></thead><tbody><tr>${c}${d}</tr></tbody></table>`)
          : tie('inlines').map((content) => `<table><tr><td>${content}</td></tr></table>`),
      ),
      inlines: fc.array(tie('inline'), { minLength: 1, maxLength: 4 }).map((inlines) => inlines.join('')),
      inline: fc.oneof({ depthSize: 'small', withCrossShrink: true }, ...anyInline('inlines'), {
        weight: 2,
        arbitrary: link.map(([content, attributes]) => element('a', content, attributes)),
      }),
      unlinked: fc.array(tie('unlinkedInline'), { minLength: 1, maxLength: 3 }).map((inlines) => inlines.join('')),
      unlinkedInline: fc.oneof({ depthSize: 'small', withCrossShrink: true }, ...anyInline('unlinked')),
    };
  });
  return document;
}
