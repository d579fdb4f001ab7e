import type { Actor } from '@almanac/auth';

/** Knows which users exist. They live in content-service; an abstract class so that Nest can inject it by its type. */
export abstract class UserDirectory {
  abstract exists(userId: number): Promise<boolean>;

  /** What the user may do now; undefined for users who are no more, or may not call the interface. */
  abstract actorOf(userId: number): Promise<Actor | undefined>;
}
