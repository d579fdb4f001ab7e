import { both } from './rule';
import { Documented, DocumentedItems } from './takes';

/** A rule that needs the database: a value is the id of a record, or no other record has it. */
class StoredRule {
  constructor(
    readonly kind: 'exists' | 'unique',
    readonly table: string,
    readonly column: string,
    /** 0 stands for no record. */
    readonly zeroIsNone: boolean,
  ) {}
}

/** A value that a stored rule is about. */
export interface StoredValue {
  rule: StoredRule;
  /** Its dotted path, such as `roles.0`. */
  field: string;
  value: unknown;
}

const STORED = Symbol('almanac:stored-rule');

const remember =
  (rule: StoredRule): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(STORED, rule, target, property);

/** The stored rule of a property, with the value or with each item of the list; none for a property without such a rule. */
export function storedValues(prototype: object, field: string, sent: unknown): StoredValue[] {
  const rule: unknown = Reflect.getMetadata(STORED, prototype, field);
  if (!(rule instanceof StoredRule)) return [];
  if (!Array.isArray(sent)) return [{ rule, field, value: sent }];
  return sent.map((value: unknown, index) => ({ rule, field: `${field}.${index}`, value }));
}

interface ExistsOptions {
  zeroIsNone?: boolean;
}

const existing = (table: string, { zeroIsNone = false }: ExistsOptions): PropertyDecorator =>
  remember(new StoredRule('exists', table, 'id', zeroIsNone));

/** The id of a record of this table. The service that takes the input checks it by this declaration. */
export const Exists = (table: string, options: ExistsOptions = {}): PropertyDecorator =>
  both(Documented(`exists:${table},id`), existing(table, options));

/** The same for each item of a list. */
export const EachExists = (table: string, options: ExistsOptions = {}): PropertyDecorator =>
  both(DocumentedItems(`exists:${table},id`), existing(table, options));

/** No other record of this table has the value, ignoring case and accents. */
export const Unique = (table: string, column: string): PropertyDecorator =>
  both(Documented(`unique:${table},${column}`), remember(new StoredRule('unique', table, column, false)));
