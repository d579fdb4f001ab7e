import {
  colour,
  colourOrNone,
  decoration,
  eachOnce,
  either,
  fonts,
  natural,
  keyword,
  opacity,
  partsOf,
  positiveSize,
  several,
  size,
  type StyleValue,
} from './style-values';

const SIDES = ['top', 'right', 'bottom', 'left'];

const borderStyle = keyword('none hidden dotted dashed solid double groove ridge inset outset');
const borderWidth = either(keyword('thin medium thick'), positiveSize);
const border = eachOnce(borderWidth, borderStyle, colourOrNone);
const margin = either(size, keyword('auto'));
const spacing = either(keyword('normal'), size);
const pageBreak = keyword('auto always avoid left right');
const fontSize = either(keyword('xx-small x-small small medium large x-large xx-large larger smaller'), size);
const lineHeight = either(keyword('normal'), natural, positiveSize);
const fontStyle = keyword('normal italic oblique');
const fontVariant = keyword('normal small-caps');
const fontWeight = keyword('normal bold bolder lighter 100 200 300 400 500 600 700 800 900');
const listType = keyword('disc circle square decimal lower-roman upper-roman lower-alpha upper-alpha none');
const listPosition = keyword('inside outside');

/** No property here can place an element over others, and no value can load a resource. */
const PROPERTIES = new Map<string, StyleValue>([
  ['color', colour],
  ['background-color', colourOrNone],
  ['background', eachOnce(colourOrNone, keyword('none'))],
  ['text-decoration', decoration],
  ...sides('margin', margin, several(margin)),
  ...sides('padding', positiveSize, several(positiveSize)),
  ...sides('border', border, border),
  ...[borderPart('color', colourOrNone), borderPart('style', borderStyle), borderPart('width', borderWidth)].flat(),
  ['border-collapse', keyword('collapse separate')],
  ['border-spacing', several(size, 2)],
  ['border-radius', several(positiveSize)],
  ...named('width height', either(positiveSize, keyword('auto'))),
  ...named('min-width min-height', positiveSize),
  ...named('max-width max-height', either(positiveSize, keyword('none'))),
  ['font', font],
  ['font-family', fonts],
  ['font-size', fontSize],
  ['font-style', fontStyle],
  ['font-variant', fontVariant],
  ['font-weight', fontWeight],
  ['line-height', lineHeight],
  ...named('letter-spacing word-spacing', spacing),
  ['text-align', keyword('left right center justify')],
  ['text-indent', size],
  ['text-transform', keyword('capitalize uppercase lowercase none')],
  ['vertical-align', either(keyword('baseline sub super top text-top middle bottom text-bottom'), size)],
  ['white-space', keyword('nowrap normal pre pre-wrap pre-line')],
  ['direction', keyword('ltr rtl')],
  ['list-style', eachOnce(listType, listPosition)],
  ['list-style-position', listPosition],
  ['list-style-type', listType],
  ['float', keyword('none left right')],
  ['clear', keyword('none left right both')],
  ['caption-side', keyword('top bottom')],
  ['table-layout', keyword('auto fixed')],
  ...named('page-break-before page-break-after', pageBreak),
  ['page-break-inside', keyword('auto avoid')],
  [
    'display',
    keyword(
      'inline block list-item run-in compact marker table inline-block inline-table table-row-group table-header-group ' +
        'table-footer-group table-row table-column-group table-column table-cell table-caption none',
    ),
  ],
  ['visibility', keyword('visible hidden collapse')],
  ['overflow', keyword('visible hidden auto scroll')],
  ['opacity', opacity],
]);
const EVERYWHERE = keyword('initial inherit unset');
const MAX_VALUE_LENGTH = 300;

/**
 * The harmless part of a `style` attribute, printed as the reference prints it: `color:#FF0000;width:50%;`. Of two declarations of a
 * property, the last valid one counts. No addresses, no functions but colours, no escapes.
 */
export function keepSafeStyles(style: string): string {
  const values = new Map(style.split(';').flatMap(safeDeclaration));
  return [...values].map(([property, value]) => `${property}:${value};`).join('');
}

function safeDeclaration(declaration: string): [string, string][] {
  const colon = declaration.indexOf(':');
  const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const read = PROPERTIES.get(property);
  const declared = declaration
    .slice(colon + 1)
    .trim()
    .replaceAll(/[\n\t\r]/g, ' ');
  if (!read || declared.length > MAX_VALUE_LENGTH) return [];
  const value = declared.replace(/ ?! ?important$/, '');
  const printed = EVERYWHERE(value) ?? read(value);
  return printed === undefined ? [] : [[property, printed]];
}

function named(names: string, value: StyleValue): [string, StyleValue][] {
  return names.split(' ').map((name) => [name, value]);
}

/** A property and those of the four sides, e.g. `margin` and `margin-top`. */
function sides(name: string, ofSide: StyleValue, ofAll: StyleValue): [string, StyleValue][] {
  return [[name, ofAll], ...SIDES.map((side): [string, StyleValue] => [`${name}-${side}`, ofSide])];
}

function borderPart(part: string, value: StyleValue): [string, StyleValue][] {
  return [
    [`border-${part}`, several(value)],
    ...SIDES.map((side): [string, StyleValue] => [`border-${side}-${part}`, value]),
  ];
}

/** `[style] [variant] [weight] size[/line-height] family`, in this order. */
function font(value: string): string | undefined {
  const parts = partsOf(value);
  const at = parts.findIndex((part) => fontSize(part.split('/')[0] ?? '') !== undefined);
  const [size = '', height] = (parts[at] ?? '').split('/');
  const family = fonts(parts.slice(at + 1).join(' '));
  const before = parts.slice(0, Math.max(at, 0)).join(' ');
  const kinds = before && eachOnce(fontStyle, fontVariant, fontWeight)(before);
  if (at < 0 || kinds === undefined || family === undefined) return undefined;
  const lines = height === undefined ? undefined : lineHeight(height);
  const sized = [fontSize(size), lines].filter((text) => text !== undefined).join('/');
  return [kinds, sized, family].filter((text) => text !== '').join(' ');
}
