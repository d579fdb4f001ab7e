import { each, listOf, NamedSchema, record, TEXT } from '@almanac/openapi';

/** Details of a price, or of a range of prices (calendar-behaviour §7.5). */
export const COST_DETAILS = new NamedSchema(
  'CostDetails',
  record({
    ...each(TEXT, 'currency_symbol', 'currency_code'),
    currency_position: { ...TEXT, enum: ['prefix', 'postfix', ''] },
    values: listOf(TEXT),
  }),
);
