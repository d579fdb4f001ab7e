import { type RowOf, selectSnakeColumns } from '@almanac/database';
import { FLAG, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { ITEM_TYPES, type ItemType } from '../../content/kinds/item-kinds';
import { ITEM_MEMBERS, TIMES, USER_ID, type UserSummary, utcMicros } from '../../content/kinds/presentation';
import { Deletion } from '../../content/trash/deletion.entity';

/** Members that only some kinds of items have. The counts include deleted chapters and pages. */
const MEMBERS_OF_SOME = [
  'description',
  'book_id',
  'chapter_id',
  'priority',
  'draft',
  'template',
  'revision_count',
  'editor',
  'default_template_id',
  'pages_count',
  'chapters_count',
] as const;

/** An item of any kind as JSON. */
interface BinnedRow extends Partial<Record<(typeof MEMBERS_OF_SOME)[number], unknown>> {
  id: number;
  name: string;
  slug: string;
  created_at: string;
  updated_at: string;
  created_by: number | null;
  updated_by: number | null;
  owned_by: number | null;
  type: ItemType;
  /** For pages and chapters. */
  parent?: BinnedRow;
}

/** Of table alias `deletion`. */
export const DELETION_COLUMNS = selectSnakeColumns(
  Deletion,
  'deletion',
  'id',
  'deletedBy',
  'createdAt',
  'updatedAt',
  'deletableType',
  'deletableId',
);

export interface DeletionRow extends RowOf<typeof DELETION_COLUMNS> {
  /** For web pages. */
  deleter: UserSummary | null;
  deletable: BinnedRow | null;
}

export const presentDeletion = ({ created_at, updated_at, deletable, ...deletion }: DeletionRow) => ({
  id: deletion.id,
  deleted_by: deletion.deleted_by,
  created_at: utcMicros(created_at),
  updated_at: utcMicros(updated_at),
  deletable_type: deletion.deletable_type,
  deletable_id: deletion.deletable_id,
  deletable: deletable && presentBinned(deletable),
});

/** Members that this kind of item lacks are undefined and therefore missing in the JSON. */
const presentBinned = (item: BinnedRow): object => ({
  id: item.id,
  name: item.name,
  slug: item.slug,
  created_at: utcMicros(item.created_at),
  updated_at: utcMicros(item.updated_at),
  created_by: item.created_by,
  updated_by: item.updated_by,
  owned_by: item.owned_by,
  type: item.type,
  ...Object.fromEntries(MEMBERS_OF_SOME.map((member) => [member, item[member]])),
  parent: item.parent && presentBinned(item.parent),
});

const BINNED = new NamedSchema(
  'DeletedItem',
  record(
    { ...ITEM_MEMBERS, type: { ...TEXT, enum: ITEM_TYPES } },
    {
      description: TEXT,
      book_id: WHOLE,
      chapter_id: orNull(WHOLE),
      priority: WHOLE,
      draft: FLAG,
      template: FLAG,
      revision_count: WHOLE,
      editor: TEXT,
      default_template_id: orNull(WHOLE),
      pages_count: WHOLE,
      chapters_count: WHOLE,
      parent: { $ref: '#/components/schemas/DeletedItem' },
    },
  ),
);

export const DELETION_SCHEMA = new NamedSchema(
  'Deletion',
  record({
    id: WHOLE,
    deleted_by: USER_ID,
    ...TIMES,
    deletable_type: { ...TEXT, enum: ITEM_TYPES },
    deletable_id: WHOLE,
    deletable: orNull(BINNED),
  }),
);

export const RESTORED_SCHEMA = record({ restore_count: { ...WHOLE, description: 'Number of restored items' } });
export const DESTROYED_SCHEMA = record({ delete_count: { ...WHOLE, description: 'Number of removed items' } });
