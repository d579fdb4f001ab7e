import { Explained } from '@almanac/openapi';
import {
  both,
  Documented,
  DocumentedItems,
  MaxLength,
  MinLength,
  Names,
  NullIsAbsent,
  Required,
  rule,
  Takes,
  Text,
  YesNo,
} from '@almanac/validation';
import { SORT_OPERATIONS } from '../../content/sorting/book-order';

/** A list of different operations, at least one. */
function Operations(): PropertyDecorator {
  return both(
    Documented('min:1'),
    DocumentedItems('distinct'),
    DocumentedItems(`in:${SORT_OPERATIONS.join(',')}`),
    Names(SORT_OPERATIONS.length),
    Takes({ items: { type: 'string', enum: SORT_OPERATIONS }, minItems: 1, uniqueItems: true }),
    rule('operations', (value, label) => {
      if (!Array.isArray(value)) return undefined;
      if (value.length === 0) return `The ${label} field is required.`;
      const names: unknown[] = value;
      const isKnown = names.every((name) => SORT_OPERATIONS.some((known) => known === name));
      if (!isKnown) return `The ${label} may hold only ${SORT_OPERATIONS.join(', ')}.`;
      return new Set(names).size < names.length ? `The ${label} may hold each operation once.` : undefined;
    }),
  );
}

@Explained<CreateSortRuleDto>({
  name: 'Name of the rule',
  operations: 'Operations in their order; the last one decides first',
})
export class CreateSortRuleDto {
  @Required()
  @Text()
  @MaxLength(150)
  name!: string;

  @Required()
  @Operations()
  operations!: string[];
}

@Explained<UpdateSortRuleDto>({
  name: 'Name of the rule',
  operations: 'Operations in their order; the last one decides first',
})
export class UpdateSortRuleDto {
  @NullIsAbsent()
  @Text()
  @MinLength(1)
  @MaxLength(150)
  name?: string;

  @NullIsAbsent()
  @Operations()
  operations?: string[];
}

@Explained<DeleteSortRuleDto>({
  confirm: 'Whether to delete a rule that is in use, too',
})
export class DeleteSortRuleDto {
  @NullIsAbsent()
  @YesNo()
  confirm?: boolean;
}
