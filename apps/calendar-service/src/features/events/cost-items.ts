import { Check, combined, isText, Reading } from '../../domain/parameters/rules';

/** A cost as it is stored: the texts that were sent, one for each price. */
export function CostItems(): PropertyDecorator {
  return combined(
    Reading((value) => (value === null ? [] : (Array.isArray(value) ? value : [value]).map(asText).filter((item) => item !== ''))),
    Check((value) => Array.isArray(value) && value.every((item) => isText(item) && item.length <= 500)),
  );
}

const asText = (item: unknown): unknown => (typeof item === 'number' ? String(item) : isText(item) ? item.trim() : item);
