import { folded, type Parameters } from '@almanac/listing';
import type { ItemKind } from './item-kinds';
import type { TagComparison, TagOperator } from './search-query';

const SYMBOLS: Record<Exclude<TagOperator, 'has' | 'like'>, string> = { '=': '=', '!=': '<>', '<': '<', '>': '>', '<=': '<=', '>=': '>=' };

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** SQL condition for the items of a kind that have such a tag; does not look at its negation. */
export function tagCondition({ alias, key }: ItemKind, { name, operator, value }: TagComparison, parameters: Parameters): string {
  const named = name === '' ? 'TRUE' : `${folded('tag.name')} = fold(${parameters.add(name)})`;
  return `EXISTS (SELECT 1 FROM tags tag WHERE tag.${key} = ${alias}.id AND ${named} AND ${comparison(operator, value, parameters)})`;
}

/** Values compare as numbers when a number is asked for; what is no number is then neither less nor more, but different. */
function comparison(operator: TagOperator, value: string, parameters: Parameters): string {
  if (operator === 'has') return 'TRUE';
  // Without an escape character no pattern can be malformed.
  if (operator === 'like') return `${folded('tag.value')} LIKE fold(${parameters.add(value)}) ESCAPE ''`;
  if (!NUMBER.test(value)) return `${folded('tag.value')} ${SYMBOLS[operator]} fold(${parameters.add(value)})`;
  const number = `CASE WHEN tag.value ~ '^[+-]?\\d+(\\.\\d+)?$' THEN tag.value::numeric END`;
  const symbol = operator === '!=' ? 'IS DISTINCT FROM' : SYMBOLS[operator];
  return `(${number}) ${symbol} ${parameters.add(value)}::numeric`;
}
