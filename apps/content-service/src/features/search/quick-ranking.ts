import type { ItemKind } from './item-kinds';

/** The entries of a word for items of one kind, as the database's `search_entries` gives them. */
export interface WordEntries {
  /** From 1 on. */
  word: number;
  item_type: ItemKind['code'];
  /** Integers of four bytes. */
  ids: Buffer;
  /** As many floats of four bytes. */
  scores: Buffer;
}

export interface RankedItem {
  type: ItemKind['code'];
  id: number;
  points: number;
}

const BYTES = 4;

/** How many entries each word has. */
export function countEntries(entries: readonly WordEntries[], words: number): number[] {
  const counts = new Array<number>(words).fill(0);
  for (const { word, ids } of entries) counts[word - 1] = (counts[word - 1] ?? 0) + ids.length / BYTES;
  return counts;
}

/**
 * Points of each item: the sum over its words, of which each counts as much as its weight says (content-behaviour §21). What `pointsSql`
 * does, in a tenth of the time. In no order.
 */
export function pointsOf(entries: readonly WordEntries[], weights: readonly number[]): RankedItem[] {
  const kinds = new Set(entries.map(({ item_type }) => item_type));
  return Array.from(kinds).flatMap((type) => {
    const points = new Map<number, number>();
    for (const { word, ids, scores } of entries.filter(({ item_type }) => item_type === type)) {
      const weight = weights[word - 1] ?? 0;
      for (let at = 0; at < ids.length; at += BYTES) {
        const id = ids.readInt32BE(at);
        points.set(id, (points.get(id) ?? 0) + Math.round(scores.readFloatBE(at) * weight * 1000));
      }
    }
    return Array.from(points, ([id, sum]) => ({ type, id, points: sum }));
  });
}

/** Best first; the id settles ties, so that pages of results never overlap. */
export const byPoints = (a: RankedItem, b: RankedItem): number => b.points - a.points || a.id - b.id || (a.type < b.type ? -1 : 1);
