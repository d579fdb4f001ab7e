import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { ATTACKS } from '../../testing/data/attack-strings.data';
import { VOID } from '../tree/html-elements';
import { filterHtml } from './output-filters';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;
type Rules = Record<string, (element: Element) => boolean>;

const ADDRESSES =
  /^(href|src|srcset|data|action|formaction|cite|poster|background|ping|longdesc|usemap|codebase|archive|profile)$/;
const FRAMING: Record<string, string> = { iframe: 'src', embed: 'src', object: 'data' };
const CLOBBERING = ['img', 'iframe', 'object', 'embed', 'form', 'input'];
const UNSAFE_STYLE = /url|expression|import|binding|behavior|position|\\|\/\*|[{}<>@]/i;

const plain = (value: string) => value.replace(/[\x00-\x20]/g, '').toLowerCase();
const elements = (names: string): Rules =>
  Object.fromEntries(names.split(' ').map((name) => [`<${name}>`, ({ tagName }) => tagName === name]));
const attributes = (names: string, value = /^/): Rules =>
  Object.fromEntries(
    names
      .split(' ')
      .map((name) => [
        `${name}="${value.source}"`,
        ({ attrs }) => attrs.some((given) => given.name === name && value.test(plain(given.value))),
      ]),
  );

const SCRIPTS: Rules = {
  ...elements('script'),
  ...attributes('srcdoc'),
  'an event handler': ({ attrs }) => attrs.some(({ name }) => name.startsWith('on')),
  'xlink:href': ({ attrs }) => attrs.some(({ prefix, name }) => prefix === 'xlink' || name === 'xlink:href'),
};
const SCRIPT_ADDRESSES: Rules = {
  ...attributes('href action formaction', /javascript:/),
  ...attributes('src data', /javascript:|data:/),
  'an active address in SVG': ({ namespaceURI, attrs }) =>
    namespaceURI.endsWith('/svg') && attrs.some(({ value }) => /javascript:|data:/.test(plain(value))),
};
const FORMS: Rules = {
  ...elements('form fieldset button textarea select'),
  ...attributes('form formaction formmethod formtarget'),
  'an input that is no check box': ({ tagName, attrs }) =>
    tagName === 'input' && !attrs.some(({ name, value }) => name === 'type' && value.toLowerCase() === 'checkbox'),
};
const HEADS = elements('meta link style title template');
const UNLISTED: Rules = {
  ...elements('base noscript xmp applet portal plaintext'),
  ...attributes('srcset ping background codebase sandbox allow'),
  'SVG or MathML': ({ namespaceURI }) => !namespaceURI.endsWith('/xhtml'),
  'content of an iframe': ({ tagName, childNodes }) => tagName === 'iframe' && childNodes.length > 0,
  'an unknown scheme': ({ attrs }) =>
    attrs.some(
      ({ name, value }) =>
        ADDRESSES.test(name) &&
        /^[a-z][a-z0-9+.-]*:/.test(plain(value)) &&
        !/^(https?|mailto|ftp|nntp|news|tel|file):/.test(plain(value)),
    ),
  'a framed document of this site': ({ tagName, attrs }) =>
    attrs.some(({ name, value }) => name === FRAMING[tagName] && !/^(https?:)?\/\//.test(plain(value))),
  'an unsafe style': ({ attrs }) => attrs.some(({ name, value }) => name === 'style' && UNSAFE_STYLE.test(value)),
  'an id that shadows': ({ attrs }) => attrs.some(({ name, value }) => name === 'id' && !value.startsWith('bkmrk')),
  'a name that shadows': ({ tagName, attrs }) =>
    CLOBBERING.includes(tagName) && attrs.some(({ name }) => name === 'name'),
};

/** HTML that each letter removes, alone and with others (content-behaviour §6.6). The allow-list looks at schemes instead of addresses. */
const PROMISES: Record<string, Rules> = {
  j: { ...SCRIPTS, ...SCRIPT_ADDRESSES },
  f: FORMS,
  h: HEADS,
  a: { ...SCRIPTS, ...FORMS, ...HEADS, ...UNLISTED },
};
const COMBINATIONS = Object.keys(PROMISES)
  .reduce((shorter, letter) => [...shorter, ...shorter.map((letters) => letters + letter)], [''])
  .slice(1);

function childrenOf(node: Node): Node[] {
  if ('content' in node) return node.content.childNodes;
  return 'childNodes' in node ? node.childNodes : [];
}

const elementsIn = (node: Node): Element[] =>
  childrenOf(node).flatMap((child) => ['tagName' in child ? [child] : [], elementsIn(child)].flat());

/** The broken promises, in HTML parsed as browsers with scripts parse it. */
function dangersIn(html: string, letters: string): string[] {
  const rules = [...letters].flatMap((letter) => Object.entries(PROMISES[letter]!));
  const found = elementsIn(parseFragment(html));
  return rules.filter(([, isBroken]) => found.some(isBroken)).map(([name]) => name);
}

const attacks = Object.values(ATTACKS).flat();
const pieces = attacks.flatMap((attack) => [attack, ...attack.split(/(?=[<>"])/)]);
const nested = (attack: string) =>
  `<table><tr><td><ul><li><p>a${attack}<b>b</b></p></li></ul></td></tr></table><iframe src="https://example.com">${attack}</iframe>`;

describe.each(COMBINATIONS)('with the filters %s, nothing that they remove is left', (letters) => {
  const filter = (html: string) => filterHtml(html, { letters });

  it.each<[string, (attack: string) => string]>([
    ['of an attack', (attack) => filter(attack)],
    ['of an attack inside other elements', (attack) => filter(nested(attack))],
    ['of an attack that is filtered twice', (attack) => filter(filter(attack))],
  ])('%s', (_place, filtered) => {
    const survivors = attacks.map((attack) => [attack, filtered(attack)]);
    expect(survivors.filter(([, html = '']) => dangersIn(html, letters).length > 0)).toEqual([]);
  });

  it('of a mixture of attacks', () => {
    const mixture = fc.array(fc.constantFrom(...pieces), { maxLength: 12 });
    fc.assert(
      fc.property(mixture, (chosen) => {
        expect(dangersIn(filter(chosen.join('')), letters)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

/** Tags of allow-listed HTML that have no partner. Other HTML may hold tags in comments and raw text. */
function unpairedTags(html: string): string[] {
  const open: string[] = [];
  const unpaired: string[] = [];
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([^\s>]+)/g)) {
    if (end === '') open.push(...(VOID.has(name) ? [] : [name]));
    else if (open.pop() !== name) unpaired.push(name);
  }
  return [...unpaired, ...open];
}

it.each(COMBINATIONS.filter((letters) => letters.includes('a')))(
  'with the filters %s, every element ends',
  (letters) => {
    const filtered = attacks.map((attack) => filterHtml(nested(attack), { letters }));
    expect(filtered.filter((html) => unpairedTags(html).length > 0)).toEqual([]);
  },
);

it('the attacks break each promise while they are unfiltered', () => {
  const broken = new Set(attacks.flatMap((attack) => dangersIn(attack, 'ja')));
  expect(Object.keys({ ...PROMISES['j'], ...PROMISES['a'] }).filter((promise) => !broken.has(promise))).toEqual([]);
});

it('most attacks are dangerous while they are unfiltered', () => {
  const unseen = attacks.filter((attack) => dangersIn(attack, 'a').length === 0);
  // The remaining strings become markup only when they are mangled, parsed twice or read as Markdown.
  expect(unseen.length).toBeLessThan(attacks.length / 4);
});
