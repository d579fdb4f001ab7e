import { nonEmpty } from '@almanac/testing';
import { missingScripts } from './missing-scripts';

const isLatin = (code: number): boolean => code < 0x250 || (code >= 0x300 && code < 0x370);

describe('missingScripts', () => {
  it.each([
    ['中文', 'Han'],
    ['한국어', 'Hangul'],
    ['ひらがな', 'Hiragana'],
    ['カタカナ', 'Katakana'],
    ['ภาษาไทย', 'Thai'],
    ['עברית', 'Hebrew'],
    ['العربية', 'Arabic'],
    ['বাংলা', 'Bengali'],
    ['தமிழ்', 'Tamil'],
    ['తెలుగు', 'Telugu'],
    ['ქართული', 'Georgian'],
    ['Հայերեն', 'Armenian'],
    ['አማርኛ', 'Ethiopic'],
    ['ខ្មែរ', 'Khmer'],
    ['ລາວ', 'Lao'],
    ['မြန်မာ', 'Myanmar'],
    ['සිංහල', 'Sinhala'],
    ['བོད་ཡིག', 'Tibetan'],
    ['ᏣᎳᎩ', 'Cherokee'],
    ['ᐃᓄᒃᑎᑐᑦ', 'Canadian_Aboriginal'],
    ['ⵜⴰⵎⴰⵣⵉⵖⵜ', 'Tifinagh'],
    ['𒀀', 'Cuneiform'],
    ['⠓', 'Braille'],
  ])('names the script of %s: %s', (text, script) => expect(missingScripts(`Text ${text}`, isLatin)).toEqual([script]));

  it.each([
    ['an arrow', '→', ['U+2192']],
    ['an emoji with its skin tone', '👍🏽', ['U+1F3FD', 'U+1F44D']],
    ['a character for private use', '\u{E000}', ['U+E000']],
    ['a character that does not exist', '\u{1FFFF}', ['U+1FFFF']],
  ])('names %s by its code', (_, text, codes) => expect(missingScripts(text, isLatin)).toEqual(codes));

  it.each([
    ['no characters', ''],
    ['characters of the fonts', 'Straße, résumé'],
    ['spaces and controls', ' \t\n\u00A0\u2003\u3000\u200B\u0001'],
    ['joiners and selectors', '\u200D\u200C\uFE0F\uFE0E\u{E0067}\u2060\uFEFF'],
    ['half of a pair', '\uD83D'],
    ['a letter that is drawn from two', '\u1E9B\u1EA4'],
  ])('names nothing for %s', (_, text) => expect(missingScripts(text, isLatin)).toEqual([]));

  it('names marks that scripts share by their script', () =>
    expect(missingScripts('漢字。「かー」', isLatin)).toEqual(['Han', 'Hiragana']));

  it('names each script once, in order, before the symbols in theirs', () =>
    expect(missingScripts('★ไทย→中文ไทย★', isLatin)).toEqual(['Han', 'Thai', 'U+2192', 'U+2605']));

  it('counts what is more than twenty names', () => {
    const arrows = Array.from({ length: 24 }, (_, place) => String.fromCodePoint(0x2190 + place)).join('');
    const names = missingScripts(`ไทย${arrows}`, isLatin);
    expect(names).toHaveLength(21);
    expect([names[0], names[1], names[19], names[20]]).toEqual(['Thai', 'U+2190', 'U+21A2', 'and 5 more']);
  });

  it('names all letters by their scripts, except those of scripts that the oldest supported Node does not know', () => {
    const letters = nonEmpty(allCharacters().filter((char) => /\p{L}/u.test(char) && !NO_SCRIPT.test(char)));
    const unnamed = letters.filter((char) => missingScripts(char, () => false)[0]?.startsWith('U+'));
    expect(unnamed.filter((char) => !LATER.test(char))).toEqual([]);
  });
});

const NO_SCRIPT = /[\p{Script=Common}\p{Script=Inherited}]/u;

const NEW_SCRIPTS = [
  ...['Garay', 'Gurung_Khema', 'Kirat_Rai', 'Ol_Onal', 'Sunuwar', 'Todhri', 'Tulu_Tigalari'],
  ...['Beria_Erfe', 'Sidetic', 'Tai_Yo', 'Tolong_Siki'],
];
const LATER = new RegExp(`[${NEW_SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');

const allCharacters = () => Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));
