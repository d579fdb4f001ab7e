import { isCurrencySign } from './currencies';
import { type PriceNumber, readNumbers } from './numbers';

export type CurrencyPosition = 'prefix' | 'postfix' | '';

/** One price: a number with a sign on at most one side. */
export interface Price extends PriceNumber {
  /** The text beside the number: `$`, `EUR`, `per person`; empty for a plain number. */
  readonly symbol: string;
  readonly position: CurrencyPosition;
}

/** Between two prices: `$10,$30`, `5 - 20`, `5€–20€`, `5 to 20`, unlike `up to 20`. A comma between digits belongs to the number. */
const BETWEEN = /\s*(?:[;/–—]|(?<!\d),|,(?!\d)|(?<=\d[^\d-]*)-|(?<=\d\D{0,20})\bto\b)\s*/;

/** Reads the prices in one item; undefined when any part of it is neither a price nor a separator. */
export function readPrices(item: string): readonly Price[] | undefined {
  const prices = item.split(BETWEEN).map(readPiece);
  return prices.every((price) => price !== undefined) ? withSharedSign(prices.flat()) : undefined;
}

/** In `10–20 €` both prices are in euros: a currency beside one price also applies to prices without a currency. */
function withSharedSign(prices: readonly Price[]): readonly Price[] {
  const [signed, ...others] = prices.filter(({ symbol }) => symbol !== '');
  if (!signed || !isCurrencySign(signed.symbol) || others.some((other) => other.symbol !== signed.symbol))
    return prices;
  const { symbol, position } = signed;
  return prices.map((price) => (price.symbol === '' ? { ...price, symbol, position } : price));
}

/** A full stop after a letter ends an abbreviation, as in `Fr.20`. */
const PIECE = /^(\D*?)((?:\d|(?<!\p{L})[.,](?=\d))(?:[\d.,]*\d)?)(\D*)$/u;

function readPiece(piece: string): readonly Price[] | undefined {
  const [, before = '', run, after = ''] = PIECE.exec(piece) ?? [];
  const numbers = run === undefined ? undefined : readNumbers(run);
  const [prefix, postfix] = [before.trim(), after.trim()];
  if (numbers === undefined || (prefix !== '' && postfix !== '')) return undefined;
  const position = prefix !== '' ? 'prefix' : postfix !== '' ? 'postfix' : '';
  return numbers.map((number) => ({ ...number, symbol: prefix || postfix, position }));
}
