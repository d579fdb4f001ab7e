import { rule } from '@almanac/validation';

export const REQUIRED = 'required';

/**
 * Must be there; null counts as absent, an empty text does not (calendar-behaviour §5.1). Rules of a property that a subclass declares anew
 * replace the inherited ones, so a create DTO repeats them.
 */
export function Required(): PropertyDecorator {
  return rule(REQUIRED, (value) => (value === undefined || value === null ? 'missing' : undefined), { implicit: true });
}
