import { slugify } from '../slugs/slugify';

interface Price {
  symbol: string;
  position: '' | 'prefix' | 'postfix';
  /** Numeric text with a point as decimal mark, or the slug of a text without a number. */
  value: string;
  text: string;
  isNumber: boolean;
}

const NUMBER = /\d+(?:[.,]\d+)*/;

/** `cost` and `cost_details` of the texts that were sent (calendar-behaviour §7.5). */
export function presentCost(items: readonly string[]) {
  const prices = items.flatMap(splitPrices).map(readPrice);
  const numbers = prices.filter((price) => price.isNumber).sort((a, b) => Number(a.value) - Number(b.value));
  const ordered = [...numbers, ...prices.filter((price) => !price.isNumber)];
  const distinct = ordered.filter((price, i) => ordered.findIndex((other) => other.value === price.value) === i);
  const symbols = new Set(numbers.map((price) => price.symbol));
  const positions = new Set(numbers.map((price) => price.position));
  const symbol = symbols.size === 1 ? [...symbols].join('') : '';
  const position = symbol !== '' && positions.size === 1 ? [...positions].join('') : '';
  const shown = distinct.map((price) => shownPrice(price, symbol, position));
  const range = shown.length > 1 ? `${shown[0] ?? ''} – ${shown.at(-1) ?? ''}` : (shown[0] ?? '');
  return {
    cost: range,
    cost_details: {
      currency_symbol: symbol,
      currency_code: '',
      currency_position: position,
      values: distinct.map((price) => price.value),
    },
  };
}

function shownPrice({ isNumber, text, value }: Price, symbol: string, position: string): string {
  if (!isNumber) return text;
  if (Number(value) === 0) return 'Free';
  return position === 'postfix' ? value + symbol : symbol + value;
}

/** A comma separates prices unless it stands inside a number. */
const splitPrices = (text: string): string[] =>
  text
    .split(/,(?!\d)/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function readPrice(text: string): Price {
  const found = NUMBER.exec(text);
  if (!found) return { symbol: '', position: '', value: slugify(text), text, isNumber: false };
  const before = text.slice(0, found.index).trim();
  const after = text.slice(found.index + found[0].length).trim();
  const symbol = before || after;
  return { symbol, position: before ? 'prefix' : after ? 'postfix' : '', value: plainNumber(found[0]), text, isNumber: true };
}

function plainNumber(text: string): string {
  const marks = text.replace(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return text;
  const decimals = text.slice(text.lastIndexOf(last) + 1);
  const isThousands = new Set(marks).size === 1 && (marks.length > 1 || decimals.length === 3);
  const [whole, fraction] = isThousands ? [text, ''] : [text.slice(0, text.lastIndexOf(last)), decimals];
  return whole.replace(/[.,]/g, '') + (fraction && `.${fraction}`);
}
