import { both, Documented, rule } from '@almanac/validation';

export const REQUIRED = 'required';

/**
 * Must be there; null counts as absent, an empty text does not (calendar-behaviour §5.1). A property that a subclass declares again loses its
 * inherited rules, so a create DTO repeats them.
 */
export function RequiredParameter(): PropertyDecorator {
  return both(
    Documented(REQUIRED),
    rule(REQUIRED, (value) => (value === undefined || value === null ? 'missing' : undefined), { implicit: true }),
  );
}
