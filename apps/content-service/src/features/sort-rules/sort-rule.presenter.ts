import { listOf, NamedSchema, record, TEXT, WHOLE } from '@almanac/openapi';
import { type SortOperation, SORT_OPERATIONS } from '../../content/sorting/book-order';
import { TIMES, utcMicros } from '../../content/kinds/presentation';

export interface SortRuleRow {
  id: number;
  name: string;
  operations: SortOperation[];
  created_at: Date;
  updated_at: Date;
}

export const presentSortRule = (rule: SortRuleRow) => ({
  id: rule.id,
  name: rule.name,
  operations: rule.operations,
  created_at: utcMicros(rule.created_at),
  updated_at: utcMicros(rule.updated_at),
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
