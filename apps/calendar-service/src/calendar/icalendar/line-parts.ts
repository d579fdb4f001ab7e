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

/** The parts of a line of dates. They have no colon, but names of zones may have one, which not all programs put in quotes. */
export function datedPartsOf(line: string): LineParts {
  const colon = line.lastIndexOf(':');
  const [name = '', ...parameters] = line.slice(0, colon).match(/(?:"[^"]*"|[^";])+/g) ?? [];
  return { name, parameters, value: line.slice(colon + 1) };
}

/** The line without its value. */
export const lineHead = ({ name, parameters }: LineParts): string => [name, ...parameters].join(';');

/** The name of a line in capitals; empty for a line that has none. */
export const lineName = (line: string): string => /^[A-Z0-9-]+(?=[;:])/i.exec(line)?.[0].toUpperCase() ?? '';
