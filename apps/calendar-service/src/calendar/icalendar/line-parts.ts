/** A content line in its parts: `NAME;PARAMETER=VALUE:VALUE`. */
export interface LineParts {
  name: string;
  /** Each with its name, e.g. `CN="Ann, A"`. */
  parameters: string[];
  /** Text behind the first colon that is not inside quotes. */
  value: string;
}

export function partsOf(line: string): LineParts {
  const [, head = line, value = ''] = /^((?:"[^"]*"|[^":])*):(.*)$/s.exec(line) ?? [];
  const [name = '', ...parameters] = head.match(/(?:"[^"]*"|[^";])+/g) ?? [];
  return { name, parameters, value };
}

/** The line without its value. */
export const headOf = ({ name, parameters }: LineParts): string => [name, ...parameters].join(';');
