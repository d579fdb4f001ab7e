/** One parameter as the interface describes itself (calendar-behaviour §1). */
export interface Argument {
  type?: 'integer' | 'number' | 'string' | 'boolean';
  /** A list of such values, as CSV or `name[]`. */
  isList?: true;
  required?: true;
  default?: string | number | boolean | null;
  description: string;
}

export type Arguments = Readonly<Record<string, Argument>>;

export const integer = (description: string, more: Partial<Argument> = {}): Argument => ({ type: 'integer', description, ...more });
export const number = (description: string, more: Partial<Argument> = {}): Argument => ({ type: 'number', description, ...more });
export const text = (description: string, more: Partial<Argument> = {}): Argument => ({ type: 'string', description, ...more });
export const yesNo = (description: string, more: Partial<Argument> = {}): Argument => ({ type: 'boolean', description, ...more });
export const list = (description: string): Argument => ({ type: 'string', isList: true, description });
export const ids = (description: string): Argument => ({ type: 'integer', isList: true, description });

/** The same argument, required. */
export const required = (argument: Argument): Argument => ({ ...argument, required: true });
