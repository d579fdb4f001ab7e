/** Members of answers, whose types are unknown. */
export function member(item: unknown, name: string): unknown {
  return typeof item === 'object' && item !== null
    ? new Map<string, unknown>(Object.entries(item)).get(name)
    : undefined;
}

export function textOf(item: unknown, name: string): string {
  const text = member(item, name);
  if (typeof text !== 'string') throw new Error(`an answer came without ${name}`);
  return text;
}

export function idOf(item: unknown, name = 'id'): number {
  const id = Number(member(item, name));
  if (!Number.isInteger(id)) throw new Error(`an answer came without ${name}`);
  return id;
}
