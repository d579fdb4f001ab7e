import { getMetadataStorage } from 'class-validator';
import type { DtoClass } from './reading';

/**
 * The rules of a DTO class, e.g. for API descriptions.
 * @returns names of rules by property, inherited ones included
 */
export function rulesOf(dto: DtoClass<object>): Map<string, Set<string>> {
  const rules = new Map<string, Set<string>>();
  for (const { propertyName, name } of getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false)) {
    const names = rules.get(propertyName) ?? new Set();
    rules.set(propertyName, name === undefined ? names : names.add(name));
  }
  return rules;
}
