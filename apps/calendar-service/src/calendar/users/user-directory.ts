import type { Actor } from '@almanac/auth';

/** Knows which users exist. They live in content-service; an abstract class so that Nest can inject it by its type. */
export abstract class UserDirectory {
  abstract exists(userId: number): Promise<boolean>;

  /** The user's present rights; undefined for users who no longer exist or may not call the API. */
  abstract actorOf(userId: number): Promise<Actor | undefined>;
}
