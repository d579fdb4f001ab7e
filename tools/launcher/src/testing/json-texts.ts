/** The string and number members of a JSON object, as strings. */
export function jsonTexts(json: string): Record<string, string> {
  const parsed: unknown = JSON.parse(json);
  const members: [string, unknown][] = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return Object.fromEntries(
    members.flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}
