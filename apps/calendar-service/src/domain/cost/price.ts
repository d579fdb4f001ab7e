import { type PriceNumber, readNumbers } from './numbers';

export type CurrencyPosition = 'prefix' | 'postfix' | '';

/** One price: a number with a sign on at most one side. */
export interface Price extends PriceNumber {
  /** What stands beside the number: `$`, `EUR`, `per person`; empty for a plain number. */
  readonly symbol: string;
  readonly position: CurrencyPosition;
}

/** Between two prices: `$10,$30`, `5 - 20`, `5€–20€`, `5 to 20`. A comma between digits is left to the number. */
const BETWEEN = /\s*(?:[;/–—]|(?<!\d),|,(?!\d)|(?<=\d[^\d-]*)-|\bto\b)\s*/;

/** Reads the prices in one item; undefined when there is anything in it that is neither a price nor stands between two. */
export function readPrices(item: string): readonly Price[] | undefined {
  const prices = item.split(BETWEEN).map(readPiece);
  return prices.every((price) => price !== undefined) ? prices.flat() : undefined;
}

const PIECE = /^(\D*?)((?:\d|[.,](?=\d))(?:[\d.,]*\d)?)(\D*)$/;

function readPiece(piece: string): readonly Price[] | undefined {
  const [, before = '', run, after = ''] = PIECE.exec(piece) ?? [];
  const numbers = run === undefined ? undefined : readNumbers(run);
  const [prefix, postfix] = [before.trim(), after.trim()];
  if (numbers === undefined || (prefix !== '' && postfix !== '')) return undefined;
  const position = prefix !== '' ? 'prefix' : postfix !== '' ? 'postfix' : '';
  return numbers.map((number) => ({ ...number, symbol: prefix || postfix, position }));
}
