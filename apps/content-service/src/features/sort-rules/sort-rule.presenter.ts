import { listOf, NamedSchema, record, TEXT, WHOLE } from '@almanac/openapi';
import { SORT_OPERATIONS } from '../../content/sorting/book-order';
import type { SortRule } from '../../content/sorting/sort-rule.entity';
import { TIMES, utcMicros } from '../../content/kinds/presentation';

export const presentSortRule = (rule: SortRule) => ({
  id: rule.id,
  name: rule.name,
  operations: rule.operations,
  created_at: utcMicros(rule.createdAt),
  updated_at: utcMicros(rule.updatedAt),
});

export const SORT_RULE_SCHEMA = new NamedSchema(
  'SortRule',
  record({
    id: WHOLE,
    name: TEXT,
    operations: {
      ...listOf({ ...TEXT, enum: SORT_OPERATIONS }),
      description: 'Applied one after the other, so that the last one decides first',
    },
    ...TIMES,
  }),
);
