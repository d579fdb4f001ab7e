import { isTypoOf } from './typos';

it.each([
  ['network', 'netwrk', true, 'a letter is missing'],
  ['network', 'nettwork', true, 'a letter is too many'],
  ['network', 'netwark', true, 'a letter is wrong'],
  ['network', 'netwrok', true, 'two letters are swapped'],
  ['network', 'network', true, 'it is the same word'],
  ['network', 'natwark', false, 'two letters of a short word are wrong'],
  ['configuration', 'confguratoin', true, 'two letters of a long word are wrong'],
  ['configuration', 'cnfguratoin', false, 'three are wrong'],
  ['network', 'bnetwork', false, 'the first letter is wrong'],
  ['work', 'wrk', false, 'the word is short'],
  ['serverroomnorthplan', 'serverroomnorthplane', false, 'the word is very long'],
  ['version2', 'version3', false, 'the words hold digits'],
  ['привет', 'превет', true, 'a letter of another alphabet is wrong'],
])('%s matches the typo %s: %s, because %s', (word, asked, expected) => expect(isTypoOf(word, asked)).toBe(expected));
