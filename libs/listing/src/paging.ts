import type { FlatQuery } from './parse-listing';

export interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

export interface PagingFault {
  readonly faults: readonly ('page' | 'per_page')[];
}

/** calendar-behaviour §3.1: whole numbers from 1, `per_page` silently capped. */
export function parsePaging(query: FlatQuery, { perPage = 10, most = 50 } = {}): PageQuery | PagingFault {
  const faults = (['page', 'per_page'] as const).filter(
    (name) => query[name] !== undefined && !isPositive(query[name]),
  );
  if (faults.length > 0) return { faults };
  return { page: Number(query['page'] ?? 1), perPage: Math.min(most, Number(query['per_page'] ?? perPage)) };
}

const isPositive = (raw: unknown): boolean =>
  typeof raw === 'string' && /^\+?\d{1,9}$/.test(raw.trim()) && Number(raw) >= 1;
