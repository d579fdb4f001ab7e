import { toList } from '@almanac/validation';
import { Check, combined, FewItems, isText, Reading } from '../../../calendar/parameters/rules';

/** A cost as it is stored: a list of texts, one for each price. */
export function CostItems(): PropertyDecorator {
  return combined(
    Reading((value) =>
      value === null
        ? []
        : [toList(value)]
            .flat()
            .map(asText)
            .filter((item) => item !== ''),
    ),
    FewItems(100),
    Check(
      (value) => Array.isArray(value) && value.every((item) => isText(item) && item.length <= 500),
      'be prices or words of at most 500 characters each',
    ),
  );
}

const asText = (item: unknown): unknown =>
  typeof item === 'number' ? String(item) : isText(item) ? item.trim() : item;
