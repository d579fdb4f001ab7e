import type { WallClock } from '../time-zones/wall-clock';

/** The parts of a date as zero-padded texts, under their names in the API (calendar-behaviour §2.6). */
export function dateDetails(wall: WallClock) {
  return {
    year: wall.slice(0, 4),
    month: wall.slice(5, 7),
    day: wall.slice(8, 10),
    hour: wall.slice(11, 13),
    minutes: wall.slice(14, 16),
    seconds: wall.slice(17, 19),
  };
}
