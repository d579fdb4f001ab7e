import { type Database, selectComputed, sql } from '@almanac/database';
import { type FieldMessages, invalid } from '@almanac/errors';
import type { Unchecked } from '@almanac/http';
import { type DtoClass, labelOf, messagesOf, nestedIn, type StoredValue, storedValues } from '@almanac/validation';

/**
 * Validates input by all rules of its DTO class, those that need the database included.
 * @param ownId the changed record, whose own unique values are not taken
 * @throws Problem 422 with all messages per field
 */
export async function checked<T extends object>(database: Database, input: Unchecked<T>, ownId?: number): Promise<T> {
  const { value, faults } = input.inspect();
  const fields = messagesOf(faults);
  const isRefused = (path: string) => path in fields || Object.keys(fields).some((at) => path.startsWith(`${at}.`));
  const values = valuesIn(value, value).filter(({ field }) => !isRefused(field));
  const all = { ...fields, ...(await storedFaults(database, values, ownId)) };
  return Object.keys(all).length === 0 ? value : invalid(all);
}

/**
 * Checks these fields by the rules of their DTO class that need the database.
 * @param ownId as of `checked`
 * @throws Problem 422
 */
export async function requireStored<T extends object>(
  database: Database,
  dto: DtoClass<T>,
  fields: Partial<T>,
  ownId?: number,
): Promise<void> {
  const faults = await storedFaults(database, valuesIn(new dto(), fields), ownId);
  if (Object.keys(faults).length > 0) invalid(faults);
}

/** Refuses the record that a field names. @throws Problem 422 */
export const refuseSelected = (field: string): never => invalid({ [field]: [selectedMessage(field)] });

const selectedMessage = (field: string): string => `The selected ${labelIn(field)} is invalid.`;

/** Nested fields keep their whole path in messages. */
const labelIn = (field: string): string => (field.includes('.') ? field : labelOf(field));

/** The values that stored rules are about, also those of nested objects. */
function valuesIn(prototype: object, owner: object, path = ''): StoredValue[] {
  return Object.entries(owner).flatMap(([name, value]: [string, unknown]) => {
    const own = storedValues(prototype, name, value).map((one) => ({ ...one, field: `${path}${one.field}` }));
    const nested = nestedIn(prototype, name);
    if (nested === undefined) return own;
    const items = Array.isArray(value) ? value.map((item: unknown, index) => ({ item, at: `${index}.` })) : [];
    const inner = [{ item: value, at: '' }, ...items].flatMap(({ item, at }) =>
      item instanceof nested ? valuesIn(item, item, `${path}${name}.${at}`) : [],
    );
    return [...own, ...inner];
  });
}

async function storedFaults(
  database: Database,
  values: readonly StoredValue[],
  ownId: number | undefined,
): Promise<FieldMessages> {
  const faults: FieldMessages = {};
  for (const [table, ids] of Map.groupBy(values.filter(isReference), ({ rule }) => rule.table)) {
    const existing = await existingIds(database, table, ids);
    for (const { field, value } of ids) if (!existing.has(value)) faults[field] = [selectedMessage(field)];
  }
  for (const one of values.filter(isUniqueText))
    if (await isTaken(database, one, ownId)) faults[one.field] = [`The ${labelIn(one.field)} has already been taken.`];
  return faults;
}

const isReference = (one: StoredValue): one is StoredValue & { value: number } =>
  one.rule.kind === 'exists' && typeof one.value === 'number' && !(one.rule.zeroIsNone && one.value === 0);

const isUniqueText = (one: StoredValue): one is StoredValue & { value: string } =>
  one.rule.kind === 'unique' && typeof one.value === 'string' && one.value !== '';

/** In a transaction, the records cannot be deleted until it ends. Sorted, so that two transactions cannot deadlock. */
async function existingIds(database: Database, table: string, ids: readonly { value: number }[]): Promise<Set<number>> {
  const lock = database.isInTransaction ? 'ORDER BY id FOR KEY SHARE' : '';
  const statement = sql`SELECT ${selectComputed<{ id: number }>({ id: 'id' })} FROM ${table} WHERE id = ANY($1::int[]) ${lock}`;
  const rows = await database.query(statement, [ids.map(({ value }) => value)]);
  return new Set(rows.map(({ id }) => id));
}

async function isTaken(
  database: Database,
  { rule, value }: StoredValue & { value: string },
  ownId: number | undefined,
): Promise<boolean> {
  const statement = `SELECT 1 FROM ${rule.table} WHERE fold(${rule.column}) = fold($1) AND id <> $2`;
  // No record has the id 0.
  return (await database.query(statement, [value, ownId ?? 0])).length > 0;
}
