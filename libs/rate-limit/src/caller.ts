import { AsyncLocalStorage } from 'node:async_hooks';
import { addressKey } from '@almanac/auth';
import { counter } from '@almanac/observability';
import type { Request } from 'express';

const callers = new AsyncLocalStorage<string>();

/** The key of a user. */
export const userKey = (id: number | string): string => `user:${id}`;

/** The caller that limits count, and that takes turns with others: a user, or the address of a caller without a token. */
export const callerKey = ({ actor, ip }: Pick<Request, 'actor' | 'ip'>): string =>
  actor ? userKey(actor.id) : `ip:${addressKey(ip)}`;

/** Runs code for a caller, by its key. */
export const forCaller = <T>(key: string, work: () => T): T => callers.run(key, work);

/** The caller that the running code works for. Empty in jobs of nobody and in commands, which thus count as one caller. */
export const currentCaller = (): string => callers.getStore() ?? '';

/** Requests beyond a limit of their caller. */
export const refusals = counter('almanac_limit_refusals_total', 'Requests that a limit of their caller refused.', [
  'limit',
]);
