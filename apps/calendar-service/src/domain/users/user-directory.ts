/** Knows which users exist. They live in content-service; an abstract class so that Nest can inject it by its type. */
export abstract class UserDirectory {
  abstract exists(userId: number): Promise<boolean>;
}
