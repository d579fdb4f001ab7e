/** Keys whose values depend on the installation, on time or on existing data. */
const VARYING =
  /^(id|.*_id|created_at|updated_at|.*_by|uploaded_to|url|path|slug|.*_slug|instance_id|version|base_url|name|app_logo|app_name)$/;

/**
 * Lists the differences between an answer and one that was captured from the reference. Every captured key must exist with the same type,
 * and with the same value unless its key varies (`VARYING`). Additional keys of ours are no difference.
 * @param options.exact dotted paths whose values are compared although they vary elsewhere; `*` stands for any index
 * @param options.ignore dotted paths that differ intentionally; `*` stands for any index
 */
export function compareShape(
  captured: unknown,
  ours: unknown,
  options: { ignore?: readonly string[]; exact?: readonly string[] } = {},
  at = '',
): string[] {
  const { ignore = [], exact = [] } = options;
  if (ignore.includes(at.replaceAll(/\b\d+\b/g, '*'))) return [];
  const [expected, got] = [kindOf(captured), kindOf(ours)];
  if (expected !== got) return isNullable(captured, ours, at) ? [] : [`${at}: ${got}, captured ${expected}`];
  if (Array.isArray(captured) && Array.isArray(ours)) {
    // Captured lists are cut after a few items, so only as many items are compared as both lists have.
    return captured
      .slice(0, ours.length)
      .flatMap((item: unknown, index) => compareShape(item, ours[index], options, join(at, String(index))));
  }
  if (isRecord(captured) && isRecord(ours)) {
    return Object.entries(captured).flatMap(([key, value]) =>
      key in ours
        ? compareShape(value, ours[key], options, join(at, key))
        : ignore.includes(join(at, key).replaceAll(/\b\d+\b/g, '*'))
          ? []
          : [`${join(at, key)}: missing`],
    );
  }
  const varies = VARYING.test(at.split('.').at(-1) ?? '') && !exact.includes(at.replaceAll(/\b\d+\b/g, '*'));
  if (captured === ours || varies) return [];
  return [`${at}: ${JSON.stringify(ours)}, captured ${JSON.stringify(captured)}`];
}

/** A varying key may be null in one of the answers, because that depends on the data, not on the shape. */
const isNullable = (captured: unknown, ours: unknown, at: string): boolean =>
  (captured === null || ours === null) && VARYING.test(at.split('.').at(-1) ?? '');

const join = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
