import { rule } from './rule';

/** The contract's notion of "not there": absent, null, an empty text or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export function Required(): PropertyDecorator {
  return rule('required', (value, label) => (isBlank(value) ? `The ${label} field is required.` : undefined), { implicit: true });
}

/** The key must be there; an empty text will do. */
export function Present(): PropertyDecorator {
  return rule('required', (value, label) => (value === undefined || value === null ? `The ${label} field is required.` : undefined), {
    implicit: true,
  });
}

/** Required when the other field is not there. */
export function RequiredWithout(other: string): PropertyDecorator {
  const complain = (value: unknown, label: string, owner: Record<string, unknown>) =>
    isBlank(value) && isBlank(owner[other])
      ? `The ${label} field is required when ${other.replaceAll('_', ' ')} is not present.`
      : undefined;
  return rule('required', complain, { implicit: true });
}

/** Required when the other field is there. */
export function RequiredWith(other: string): PropertyDecorator {
  const complain = (value: unknown, label: string, owner: Record<string, unknown>) =>
    isBlank(value) && !isBlank(owner[other]) ? `The ${label} field is required when ${other.replaceAll('_', ' ')} is present.` : undefined;
  return rule('required', complain, { implicit: true });
}
