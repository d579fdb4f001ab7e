/** A page in many missing scripts is named by a header of bounded length. */
const MAX_NAMES = 20;

/** Characters without a glyph of their own: spaces, joiners, variation selectors, controls, halves of pairs. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}]/u;

/** The scripts of Unicode 15.1, which every supported Node knows. Those with most characters come first: the rest of a text gets short. */
const SCRIPTS = `
  Han Hangul Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo Brahmi
  Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Coptic Cuneiform Cypriot
  Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian
  Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic
  Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer
  Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen
  Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar
  Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic
  Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong
  Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting
  Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa
  Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square`
  .trim()
  .split(/\s+/)
  .map((name) => ({
    name,
    own: new RegExp(`\\p{Script=${name}}`, 'u'),
    /** Also marks that it shares with other scripts, e.g. the full stop of Chinese and Japanese. */
    used: new RegExp(`\\p{Script_Extensions=${name}}`, 'gu'),
  }));

/**
 * The scripts that a text needs and no font has, by their names in Unicode. Characters of no script, e.g. symbols, are named by their code.
 * @example ['Han', 'Thai', 'U+1D11E', 'and 3 more']
 */
export function missingScripts(text: string, isCovered: (codePoint: number) => boolean): string[] {
  let rest = Array.from(text, (char) => (isDrawn(char, isCovered) ? '' : char)).join('');
  const scripts: string[] = [];
  for (const { name, own, used } of SCRIPTS) {
    if (rest === '') break;
    if (!own.test(rest)) continue;
    scripts.push(name);
    rest = rest.replace(used, '');
  }
  return bounded([...scripts.toSorted(), ...codesOf(rest)]);
}

/** A font can draw a letter with an accent from the two. */
function isDrawn(char: string, isCovered: (codePoint: number) => boolean): boolean {
  const covers = (part: string) => isCovered(part.codePointAt(0) ?? 0);
  return INVISIBLE.test(char) || covers(char) || Array.from(char.normalize('NFD')).every(covers);
}

const codesOf = (text: string): string[] =>
  Array.from(new Set(text), (char) => char.codePointAt(0) ?? 0)
    .sort((one, other) => one - other)
    .map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);

const bounded = (names: string[]): string[] =>
  names.length <= MAX_NAMES ? names : [...names.slice(0, MAX_NAMES), `and ${names.length - MAX_NAMES} more`];
