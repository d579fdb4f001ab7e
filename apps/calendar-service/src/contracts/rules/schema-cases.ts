import type { DescribedField, FieldSchema } from './described-operations';

/** A value for a field, and whether its description allows it. */
export interface Case {
  value: unknown;
  isAllowed: boolean;
}

const allowed = (value: unknown): Case => ({ value, isAllowed: true });
const forbidden = (value: unknown): Case => ({ value, isAllowed: false });

/** No format allows this text. */
export const ODD_TEXT = 'no such thing !?';

/** Values at the borders of each rule that the description of a field states. */
export function casesOf({ required, schema }: DescribedField): Case[] {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const cases = [
    { value: undefined, isAllowed: !required },
    ...(schema.enum
      ? [...schema.enum.slice(0, 3).map(allowed), forbidden(ODD_TEXT)]
      : (BY_TYPE[types.join('|')]?.(schema) ?? [])),
  ];
  return cases.filter((one) => one.isAllowed || !hasOtherSpelling(schema, one.value));
}

/** Whether the value may be another spelling of an allowed one. */
const hasOtherSpelling = ({ 'x-accepts-also': others = [] }: FieldSchema, value: unknown): boolean =>
  others.some(({ type, enum: words }) => type === typeof value && (words?.includes(value) ?? true));

const BY_TYPE: Readonly<Record<string, (schema: FieldSchema) => Case[]>> = {
  string: textCases,
  integer: numberCases,
  number: numberCases,
  boolean: () => [forbidden('maybe'), allowed('true'), allowed('0')],
  array: listCases,
};

function textCases({ minLength = 0, maxLength }: FieldSchema): Case[] {
  const ofLength = (length: number) => 'n'.repeat(length);
  return [
    allowed(ODD_TEXT),
    { value: '', isAllowed: minLength === 0 },
    maxLength === undefined ? allowed(ofLength(3_000)) : forbidden(ofLength(maxLength + 1)),
    ...(maxLength === undefined ? [] : [allowed(ofLength(maxLength))]),
    forbidden({ a: { b: 'x' } }),
  ];
}

function numberCases({ minimum, maximum }: FieldSchema): Case[] {
  return [
    forbidden(ODD_TEXT),
    ...(minimum === undefined ? [allowed(-1)] : [allowed(minimum), forbidden(minimum - 1)]),
    ...(maximum === undefined ? [] : [allowed(maximum), forbidden(maximum + 1)]),
  ];
}

function listCases({ items, minItems = 0, maxItems }: FieldSchema): Case[] {
  const item = items?.type === 'integer' ? '1' : 'a';
  return [
    allowed([item, item]),
    { value: [], isAllowed: minItems === 0 },
    ...(items?.type === 'integer' ? [forbidden([ODD_TEXT]), forbidden(['0'])] : []),
    ...(maxItems === undefined ? [] : [forbidden(Array<string>(maxItems + 1).fill(item))]),
  ];
}
