import type { Day } from '../../days';
import type { PlacedEvent } from './placed-events';
import type { ShownEvent } from './shown-event';

type Category = NonNullable<ShownEvent['category']>;

/** The categories of these days by name, each once. */
export function legendOf(ofDay: ReadonlyMap<Day, readonly PlacedEvent[]>): Category[] {
  const categories = [...ofDay.values()].flat().flatMap(({ category }) => category ?? []);
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  return [...bySlug.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
