import type { WallClock } from '../../calendar/time-zones/wall-clock';

/** Values to write, by property of the entity. Those that are undefined stay as they are, or get the default of a new row. */
export type Columns<E> = { readonly [P in keyof E]?: Written<E[P]> | undefined };

/** Times without a zone are written as texts. */
type Written<Value> = Value extends Date ? Date | WallClock : Value extends Date[] ? readonly WallClock[] : Value;
