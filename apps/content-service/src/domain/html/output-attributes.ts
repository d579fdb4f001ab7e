type Attributes = Record<string, string>;

/** Only what changes how text looks; nothing that takes it out of its place on the page or loads anything. */
const SAFE_PROPERTIES = new Set([
  'background-color', 'border', 'border-bottom', 'border-bottom-color', 'border-bottom-style', 'border-bottom-width', 'border-collapse', 'border-color', 'border-left', 'border-left-color', 'border-left-style', 'border-left-width', 'border-radius', 'border-right', 'border-right-color', 'border-right-style', 'border-right-width', 'border-spacing', 'border-style', 'border-top', 'border-top-color', 'border-top-style', 'border-top-width', 'border-width', 'caption-side', 'clear', 'color', 'float', 'font', 'font-family', 'font-size', 'font-style', 'font-variant', 'font-weight', 'height', 'letter-spacing', 'line-height', 'list-style', 'list-style-position', 'list-style-type', 'margin', 'margin-bottom', 'margin-left', 'margin-right', 'margin-top', 'max-height', 'max-width', 'min-height', 'min-width', 'padding', 'padding-bottom', 'padding-left', 'padding-right', 'padding-top', 'table-layout', 'text-align', 'text-decoration', 'text-indent', 'text-transform', 'vertical-align', 'white-space', 'width', 'word-spacing', 'word-wrap',
]); // prettier-ignore

const UNSAFE_VALUE = /[\\<>{}@]|url\s*\(|expression|javascript:|vbscript:|data:|-moz-binding|behavior|\/\*/i;

/** The reference prints these names as numbers. */
const COLOURS: Record<string, string> = { aqua: '#00FFFF', black: '#000000', blue: '#0000FF', fuchsia: '#FF00FF', gray: '#808080', green: '#008000', lime: '#00FF00', maroon: '#800000', navy: '#000080', olive: '#808000', orange: '#FFA500', purple: '#800080', red: '#FF0000', silver: '#C0C0C0', teal: '#008080', white: '#FFFFFF', yellow: '#FFFF00' }; // prettier-ignore

/** The safe declarations of a style attribute as `name:value;name:value;`; empty when none is. */
export function safeStyle(style: string): string {
  return style
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, colon).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      if (colon < 0 || value === '' || !SAFE_PROPERTIES.has(name) || UNSAFE_VALUE.test(value)) return '';
      return `${name}:${name.endsWith('color') ? (COLOURS[value.toLowerCase()] ?? value) : value};`;
    })
    .join('');
}

/** `https://example.com/a/b.png?x` names `b.png`. */
export const fileNameOf = (url: string): string => url.replace(/[?#].*$/, '').split('/').at(-1) ?? ''; // prettier-ignore

/** What changes on an element that stays (content-behaviour §6.6, "seen live"). */
export function tidyAttributes(tagName: string, attribs: Attributes): Attributes {
  const { style, align, ...rest } = attribs;
  const tidied: Attributes = {};
  const alignment = align !== undefined && /^(p|div|h[1-6])$/.test(tagName) && /^(left|right|center|justify)$/i.test(align);
  const styles = (alignment ? `text-align:${align.toLowerCase()};` : '') + (style === undefined ? '' : safeStyle(style));
  for (const name of Object.keys(attribs)) {
    if (name === 'style' && styles !== '') tidied['style'] = styles;
    else if (rest[name] !== undefined) tidied[name] = rest[name];
  }
  if (styles !== '' && tidied['style'] === undefined) tidied['style'] = styles;
  if (tagName === 'img' && tidied['alt'] === undefined) tidied['alt'] = fileNameOf(tidied['src'] ?? '');
  if (tidied['target'] !== undefined && tidied['target'] !== '_blank') delete tidied['target'];
  if (tagName === 'iframe' && !/^(https?:)?\/\//i.test(tidied['src'] ?? '') && !/data:|javascript:/i.test(tidied['src'] ?? ''))
    delete tidied['src'];
  for (const numeric of ['drawio-diagram', 'data-mention-user-id']) if (tidied[numeric] !== undefined && !/^\d+$/.test(tidied[numeric])) Reflect.deleteProperty(tidied, numeric); // prettier-ignore
  return tidied;
}
