import { COLOUR_NAMES } from './colour-names';

const SIDES = ['top', 'right', 'bottom', 'left'];
const COLOUR_PROPERTIES = new Set([
  'color',
  'background-color',
  'background',
  'text-decoration',
  ...borderProperties(),
]);
/** No property here can place an element over others or load a resource. */
const ALLOWED_PROPERTIES = new Set([
  ...COLOUR_PROPERTIES,
  ...['margin', 'padding'].flatMap((name) => [name, ...SIDES.map((side) => `${name}-${side}`)]),
  ...'width min-width max-width height min-height max-height'.split(' '),
  ...'font font-family font-size font-style font-variant font-weight line-height letter-spacing word-spacing'.split(
    ' ',
  ),
  ...'text-align text-indent text-transform vertical-align white-space direction'.split(' '),
  ...'list-style list-style-position list-style-type float clear'.split(' '),
  ...'border-collapse border-spacing border-radius caption-side table-layout'.split(' '),
  ...'page-break-before page-break-after page-break-inside'.split(' '),
]);

/** Properties with one value of a special form; the reference allows them beside its list. */
const OWN_FORMS = new Map([
  ...['display', 'visibility', 'overflow'].map((name): [string, RegExp] => [name, /^[a-z][a-z-]*$/i]),
  ['opacity', /^(?:[01]|0?\.\d{1,9}|1\.0{1,9})$/],
]);

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[a-z]{1,4}|%)?/;
const COLOUR = /#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d.,%\s/+-]+\)/;
const WORD = /-?[a-z][a-z-]*(?!\()/;
const QUOTED = /"[\p{L}\p{N}_ -]+"|'[\p{L}\p{N}_ -]+'/u;
const PARTS = [COLOUR, NUMBER, WORD, QUOTED].map((pattern) => pattern.source).join('|');
const TOKEN = new RegExp(`(?:(?<separator>[,/])|(?<part>${PARTS})(?![\\w(]))\\s*`, 'iuy');
const MAX_VALUE_LENGTH = 300;

/**
 * The harmless part of a `style` attribute, printed as the reference prints it: `color:#FF0000;width:50%;`. Only listed properties, and
 * only values made of numbers, plain words, quoted font names and colours: no addresses, no functions but colours, no escapes.
 */
export function keepSafeStyles(style: string): string {
  return style.split(';').map(safeDeclaration).join('');
}

function safeDeclaration(declaration: string): string {
  const colon = declaration.indexOf(':');
  const property = declaration.slice(0, colon).trim().toLowerCase();
  if (colon < 0) return '';
  const value = safeValue(property, declaration.slice(colon + 1).trim());
  return value && `${property}:${value};`;
}

/** The value, printed token by token; `''` when any part of it is not a harmless token. */
function safeValue(property: string, value: string): string {
  if (value.length > MAX_VALUE_LENGTH) return '';
  const given = value.replace(/ ?! ?important$/i, '');
  if (OWN_FORMS.get(property)?.test(given)) return given.toLowerCase();
  if (!ALLOWED_PROPERTIES.has(property)) return '';
  const token = new RegExp(TOKEN);
  let safe = '';
  while (token.lastIndex < given.length) {
    const groups = token.exec(given)?.groups;
    if (!groups) return '';
    if (groups.part !== undefined && safe !== '' && !/[,/]$/.test(safe)) safe += ' ';
    safe += groups.separator ?? printed(property, groups.part ?? '');
  }
  return safe;
}

function printed(property: string, part: string): string {
  if (part.includes('(')) return part.replaceAll(/\s+/g, part.includes(',') ? '' : ' ');
  return (COLOUR_PROPERTIES.has(property) && COLOUR_NAMES.get(part.toLowerCase())) || part;
}

function borderProperties(): string[] {
  const ends = ['', '-color', '-style', '-width'];
  return ['border', ...SIDES.map((side) => `border-${side}`)].flatMap((name) => ends.map((end) => name + end));
}
