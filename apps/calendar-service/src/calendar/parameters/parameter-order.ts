import { type DtoClass, rulesOf } from '@almanac/validation';

const ORDERS = new WeakMap<object, readonly string[]>();

/** Declares the order in which refusals name the parameters of a DTO class and its subclasses: that of the reference's routes. */
export const NamedInOrder =
  (...names: readonly string[]): ClassDecorator =>
  (dto) =>
    void ORDERS.set(dto, names);

/** The parameters in the order of refusals: as declared, else in the order of their rules, with the page first. */
export function orderOf(dto: DtoClass<object>): readonly string[] {
  for (let owner: unknown = dto; typeof owner === 'function'; owner = Object.getPrototypeOf(owner)) {
    const names = ORDERS.get(owner);
    if (names) return names;
  }
  return ['page', 'per_page', ...rulesOf(dto).keys()];
}
