import { type Actor, can, CurrentActor } from '@almanac/auth';
import { invalid } from '@almanac/errors';
import { Input, type RawInput, Unchecked } from '@almanac/http';
import { type Next, notify, orFormAgain, PostForm } from '@almanac/web';
import { Get, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ACTIONS } from '../../../content/access/permission-rules';
import { ITEM_KINDS, type ItemType } from '../../../content/kinds/item-kinds';
import type { FoundItem, ItemAddress } from '../../../content/slugs/item-addresses';
import { listQuery } from '../../../web/list-batches';
import { UpdateContentPermissionsDto } from '../../content-permissions/content-permissions.dto';
import { ContentPermissionsService } from '../../content-permissions/content-permissions.service';
import { RightsOverview } from '../../content-permissions/rights-overview';
import { UsersService } from '../../users/users.service';
import { ALL_BOOKS, ALL_SHELVES, LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ItemForms } from './item-forms';
import { OTHERS, roleKey, rulesIn } from './item-rules';
import { WritingPage } from './writing-page';

const FORM = 'features/library/writing/permissions-form';
/** With more users, the owner is typed. */
const MAX_OWNERS = 200;
const MAX_SIMILAR = 5;

/** The rules of an item about who may do what with it, over the service of `/api/content-permissions`. */
@WritingPage('')
export class PermissionsController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly permissions: ContentPermissionsService,
    private readonly overview: RightsOverview,
    private readonly users: UsersService,
    private readonly forms: ItemForms,
  ) {}

  @Get('shelves/:slug/permissions')
  @Render(FORM)
  showOfShelf(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    return this.show({ type: 'bookshelf', slug }, actor);
  }

  @PostForm('shelves/:slug/permissions')
  saveOfShelf(
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.save({ type: 'bookshelf', slug }, form, actor, request);
  }

  @Get('books/:slug/permissions')
  @Render(FORM)
  showOfBook(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    return this.show({ type: 'book', slug }, actor);
  }

  @PostForm('books/:slug/permissions')
  saveOfBook(
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.save({ type: 'book', slug }, form, actor, request);
  }

  @Get('books/:book/chapter/:slug/permissions')
  @Render(FORM)
  showOfChapter(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    return this.show({ type: 'chapter', slug, book }, actor);
  }

  @PostForm('books/:book/chapter/:slug/permissions')
  saveOfChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.save({ type: 'chapter', slug, book }, form, actor, request);
  }

  @Get('books/:book/page/:slug/permissions')
  @Render(FORM)
  showOfPage(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    return this.show({ type: 'page', slug, book }, actor);
  }

  @PostForm('books/:book/page/:slug/permissions')
  saveOfPage(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.save({ type: 'page', slug, book }, form, actor, request);
  }

  private async show(address: ItemAddress, actor: Actor) {
    const { type } = address;
    const found = await this.addresses.find(address, actor, '/permissions');
    const stored = await this.permissions.read(type, found.id, actor);
    const managesUsers = can(actor, 'users-manage');
    const rulesOwned = stored.role_permissions.map((row) => row.role_id);
    const roles = await this.overview.inherited(type, found.id, rulesOwned);
    const others = await this.overview.otherRoles(roles.map((role) => role.id));
    const ownRules = new Map(stored.role_permissions.map((row) => [row.role_id, row]));
    const rows = roles.map(({ id, name, inherited }) => ({
      key: roleKey(id),
      name,
      own: ownRules.get(id),
      inherited,
    }));
    const { fallback_permissions: fallback } = stored;
    return {
      ...LIBRARY,
      styles: [...LIBRARY.styles, 'writing.css'],
      title: 'Permissions',
      crumbs: await this.crumbs(type, found, actor),
      kind: ITEM_KINDS[type].alias,
      path: found.path,
      actions: ACTIONS,
      rows: [
        ...rows,
        { key: OTHERS, name: 'Everyone else', own: fallback.inheriting ? undefined : fallback, inherited: undefined },
      ],
      shown: rows.map(({ key }) => key).join(' '),
      others: others.map((role) => ({ value: roleKey(role.id), label: role.displayName })),
      owner: stored.owner,
      owners: managesUsers ? await this.owners(stored.owner) : [],
      seen: managesUsers ? await this.overview.viewers(type, found.id) : undefined,
    };
  }

  private async save(address: ItemAddress, form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const { type } = address;
    const { id } = await this.addresses.find(address, actor, '/permissions');
    const stored = await this.permissions.read(type, id, actor);
    await orFormAgain({ form, template: FORM, draw: () => this.show(address, actor) }, async () => {
      const { owner } = form;
      const isNamed = typeof owner === 'string' && owner.trim() !== '' && can(actor, 'users-manage');
      const rules = {
        ...rulesIn(form, stored.role_permissions),
        ...(isNamed && { owner_id: await this.ownerNamed(owner.trim()) }),
      };
      return this.permissions.update(type, id, new Unchecked(UpdateContentPermissionsDto, rules), actor);
    });
    notify(request, 'The permissions are saved.');
    return { url: await this.forms.pathOf(type, id, actor) };
  }

  /** The user with this name or e-mail address. @throws Problem 422 unless there is exactly one */
  private async ownerNamed(typed: string): Promise<number> {
    const { rows } = await this.users.list(listQuery({ count: MAX_OWNERS }), typed);
    const isSame = (text: string) => text.localeCompare(typed, undefined, { sensitivity: 'accent' }) === 0;
    const [first, second] = rows.filter(({ name, email }) => isSame(name) || isSame(email));
    if (second) return invalid({ owner: ['Several users have this name. Type the e-mail address of one of them.'] });
    if (first) return first.id;
    const similar = rows.slice(0, MAX_SIMILAR).map(({ name }) => name);
    const hint = similar.length > 0 ? ` Similar: ${similar.join(', ')}.` : '';
    return invalid({ owner: [`No user has this name or e-mail address.${hint}`] });
  }

  /** The users who may be chosen as the owner, and the present one. Empty when they are too many. */
  private async owners(owner: { id: number; name: string } | null) {
    const { rows, total } = await this.users.list(listQuery({ count: MAX_OWNERS }));
    if (total > MAX_OWNERS) return [];
    const others = rows
      .filter(({ id }) => id !== owner?.id)
      .map(({ id, name }) => ({ value: String(id), label: name }));
    return [owner ? { value: String(owner.id), label: owner.name } : { value: '', label: 'Nobody' }, ...others];
  }

  private async crumbs(type: ItemType, { id, name, path }: FoundItem, actor: Actor) {
    if (type === 'chapter' || type === 'page') return this.forms.crumbs(type, { id, name, path }, actor);
    return [type === 'book' ? ALL_BOOKS : ALL_SHELVES, { name, path }];
  }
}
