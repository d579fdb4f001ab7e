/** Maximum number of octets in a line, without its line break (RFC 5545, 3.1). */
const MAX_LINE_LENGTH = 75;

/**
 * A content line with its line break. A long line is folded, never inside a character.
 * @param value in its final form: texts through `textValue`
 * @param parameters by name; values that need quotes get them
 */
export function contentLine(name: string, value: string, parameters: Readonly<Record<string, string>> = {}): string {
  const before = Object.entries(parameters).map(([key, text]) => `;${key}=${parameterValue(text)}`);
  return `${folded(`${name}${before.join('')}:${value}`)}\r\n`;
}

/** A text as a value (RFC 5545, 3.3.11): line breaks as `\n`, other control characters dropped. */
export function textValue(text: string): string {
  return printable(
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n'),
  );
}

/** Texts in a list, e.g. of categories. */
export const textValues = (texts: readonly string[]): string => texts.map(textValue).join(',');

/** Escapes circumflexes and quotes as in RFC 6868. */
function parameterValue(text: string): string {
  const line = text.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? ' ' : run));
  const value = printable(line.replaceAll('^', '^^').replaceAll('"', "^'"));
  return /[:;,]/.test(value) || value !== text ? `"${value}"` : value;
}

/** Also drops lone surrogates, which UTF-8 cannot encode. */
const printable = (text: string): string => text.replace(/(?!\t)[\p{Cc}\p{Cs}]/gu, '');

function folded(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_LENGTH) return line;
  const lines = [''];
  let size = 0;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (size + octets > MAX_LINE_LENGTH) {
      lines.push(' ');
      size = 1;
    }
    lines.push((lines.pop() ?? '') + character);
    size += octets;
  }
  return lines.join('\r\n');
}
