const MAX_SLUG = 200;

/** The wanted slug, or the first of `<slug>-2`, `<slug>-3`, … that is not taken (calendar-behaviour §7.4). */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const slug = wanted.slice(0, MAX_SLUG - suffix.length) + suffix;
    if (!taken.has(slug)) return slug;
  }
}
