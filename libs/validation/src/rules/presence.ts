import { both, labelOf, rule } from './rule';
import { Documented, HasFallback, TakesNoBlank } from './takes';

/** The contract's definition of "not present": absent, null, an empty text or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** @param options.hasFallback the service may do without the field or fill it, so that the schema must not require it */
export function Required({ hasFallback = false } = {}): PropertyDecorator {
  const complain = (value: unknown, label: string) => (isBlank(value) ? `The ${label} field is required.` : undefined);
  const checked = both(TakesNoBlank(), rule('required', complain, { implicit: true }));
  return both(hasFallback ? HasFallback() : Documented('required'), checked);
}

/** Must be neither absent nor null; an empty text is allowed. */
export function Present(): PropertyDecorator {
  return both(
    Documented('present'),
    rule(
      'required',
      (value, label) => (value === undefined || value === null ? `The ${label} field is required.` : undefined),
      { implicit: true },
    ),
  );
}

/**
 * Required when the other field is blank (`isBlank`).
 * @param options.hasFallback as of `Required`
 */
export function RequiredWithout(other: string, { hasFallback = false } = {}): PropertyDecorator {
  const complain = (value: unknown, label: string, owner: Record<string, unknown>) =>
    isBlank(value) && isBlank(owner[other])
      ? `The ${label} field is required when ${labelOf(other)} is not present.`
      : undefined;
  const checked = both(Documented(`required_without:${other}`), rule('required', complain, { implicit: true }));
  return hasFallback ? both(HasFallback(), checked) : checked;
}
