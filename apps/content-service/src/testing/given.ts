import type { Database } from '@almanac/database';
import type { Caller } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../content/access/permission-names';
import { Book } from '../content/items/book.entity';
import { Chapter } from '../content/items/chapter.entity';
import { Page, PageContent } from '../content/items/page.entity';
import { Role } from '../content/accounts/role.entity';
import { Shelf } from '../content/items/shelf.entity';
import { ApiToken } from '../content/accounts/api-token.entity';
import { hashPassword } from '@almanac/auth';
import { hashSecret } from '../features/tokens/authentication/token-values';
import { User } from '../content/accounts/user.entity';

/** A user with an API token. */
export interface Person extends Caller {
  id: number;
  name: string;
  slug: string;
  token: string;
}

const ADMINISTRATOR = 1;

/** Creates test data. Fields that a test does not give get valid, deterministic values. */
export class Given {
  private made = 0;

  constructor(private readonly database: Database) {}

  /** A user with a token and one role with these permissions (and `access-api`, unless `api` is false). */
  async user({
    permissions = [],
    api = true,
    expiresAt = '2999-12-31',
  }: { permissions?: readonly string[]; api?: boolean; expiresAt?: string } = {}): Promise<Person> {
    const role = await this.role({ permissions: [...new Set([...permissions, ...(api ? ['access-api'] : [])])] });
    return this.person(this.next(), role.id, expiresAt);
  }

  async role({ permissions = [], ...fields }: Partial<Role> & { permissions?: readonly string[] } = {}): Promise<Role> {
    const role: Role = this.database.manager.create(Role, { displayName: `Role ${this.next()}`, ...fields });
    await this.database.manager.insert(Role, role);
    await this.database.query('INSERT INTO role_permissions (role_id, permission) SELECT $1, unnest($2::text[])', [
      role.id,
      permissions,
    ]);
    return role;
  }

  /** Sets the password of a user. @returns the credentials for the log-in */
  async password(person: Person, password: string): Promise<{ email: string; password: string }> {
    await this.database.manager.update(User, person.id, { passwordHash: await hashPassword(password) });
    return { email: (await this.database.manager.findOneByOrFail(User, { id: person.id })).email, password };
  }

  /** A user with the administrator role. */
  async admin(): Promise<Person> {
    const [role] = await this.database.query<{ id: number }>(`SELECT id FROM roles WHERE system_name = 'admin'`);
    return this.person(this.next(), role?.id ?? 0, '2999-12-31');
  }

  /** A user with all permissions on content who is not an administrator. */
  editor(): Promise<Person> {
    return this.user({
      permissions: ALL_PERMISSIONS.filter(
        (name) => /^(bookshelf|book|chapter|page|image|attachment|comment)-/.test(name) || name === 'editor-change',
      ),
    });
  }

  viewer(): Promise<Person> {
    return this.user({ permissions: ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'] });
  }

  /** A further token of the person, limited to these scopes. */
  async narrowed({ id }: Person, scopes: readonly string[]): Promise<Caller> {
    return { token: await this.token(id, this.next(), '2999-12-31', [...scopes]) };
  }

  async shelf(fields: Partial<Shelf> = {}): Promise<Shelf> {
    const shelf: Shelf = this.database.manager.create(Shelf, {
      ...this.item('Shelf'),
      descriptionHtml: '<p></p>',
      ...fields,
    });
    await this.database.manager.insert(Shelf, shelf);
    return shelf;
  }

  async book(fields: Partial<Book> = {}): Promise<Book> {
    const book: Book = this.database.manager.create(Book, {
      ...this.item('Book'),
      descriptionHtml: '<p></p>',
      ...fields,
    });
    await this.database.manager.insert(Book, book);
    return book;
  }

  /** Brings its own book unless one is named. */
  async chapter(fields: Partial<Chapter> = {}): Promise<Chapter> {
    const bookId = fields.bookId ?? (await this.book()).id;
    const chapter: Chapter = this.database.manager.create(Chapter, {
      ...this.item('Chapter'),
      descriptionHtml: '<p></p>',
      priority: 2,
      ...fields,
      bookId,
    });
    await this.database.manager.insert(Chapter, chapter);
    return chapter;
  }

  /** Brings its own book unless one is named. */
  async page({
    html = '<p id="bkmrk-text">Text</p>',
    markdown = '',
    text = 'Text',
    ...fields
  }: Partial<Page & PageContent> = {}): Promise<Page> {
    const bookId = fields.bookId ?? (await this.book()).id;
    const page: Page = this.database.manager.create(Page, {
      ...this.item('Page'),
      priority: 2,
      revisionCount: 1,
      ...fields,
      bookId,
    });
    await this.database.manager.insert(Page, page);
    await this.database.manager.insert(PageContent, { pageId: page.id, html, markdown, text });
    return page;
  }

  private async person(number: number, roleId: number, expiresAt: string): Promise<Person> {
    const user: User = this.database.manager.create(User, {
      name: `User ${number}`,
      slug: `user-${number}`,
      email: `user-${number}@example.com`,
    });
    await this.database.manager.insert(User, user);
    await this.database.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [user.id, roleId]);
    const token = await this.token(user.id, number, expiresAt, null);
    return { id: user.id, name: user.name, slug: user.slug, token };
  }

  private async token(userId: number, number: number, expiresAt: string, scopes: string[] | null): Promise<string> {
    const [tokenId, secret] = [String(number).padStart(32, 'T'), String(number).padStart(32, 's')];
    const secretHash = hashSecret(secret);
    await this.database.manager.insert(ApiToken, { userId, name: 'Test', tokenId, secretHash, expiresAt, scopes });
    return `${tokenId}:${secret}`;
  }

  private item(kind: string) {
    const number = this.next();
    return {
      name: `${kind} ${number}`,
      slug: `${kind.toLowerCase()}-${number}`,
      createdBy: ADMINISTRATOR,
      updatedBy: ADMINISTRATOR,
      ownedBy: ADMINISTRATOR,
    };
  }

  private next(): number {
    this.made += 1;
    return this.made;
  }
}
