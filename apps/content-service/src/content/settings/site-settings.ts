import { Database, insertColumns, selectComputed, Snapshots, sql, type WatchedText } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { SETTINGS, type Settings } from '../../config';
import type { PageEditor } from '../items/page.entity';
import { Setting } from './setting.entity';

/** The names of the stored settings, by their member in `/api/settings` (content-behaviour §22). */
const STORED_NAMES = {
  app_name: 'app-name',
  app_logo: 'app-logo',
  public_access: 'app-public',
  registration_role_id: 'registration-role',
  default_editor: 'app-editor',
  default_book_sort: 'sorting-book-default',
  comments_disabled: 'app-disable-comments',
  content_filtering: 'app-content-filtering',
} as const;

export type SettingName = keyof typeof STORED_NAMES;

const isSettingName = (member: string): member is SettingName => member in STORED_NAMES;
export const SETTING_NAMES = Object.keys(STORED_NAMES).filter(isSettingName);

export const EDITORS = ['wysiwyg', 'wysiwyg2024', 'markdown'] as const satisfies readonly PageEditor[];
/** Letters of the filters of rendered HTML (content-behaviour §6.6). */
export const FILTER_LETTERS = /^[jfha]*$/;
/** Stored instead of an address to show no logo. */
export const NO_LOGO = 'none';

/** The settings in force: stored ones, and the environment's for those that nobody stored. */
export interface SiteValues {
  readonly appName: string;
  /** null without a logo. */
  readonly appLogo: string | null;
  /** Whether visitors without an account act as the guest user. */
  readonly publicAccess: boolean;
  readonly registrationRoleId: number | null;
  readonly defaultEditor: PageEditor;
  /** The id of the sort rule that new books get. */
  readonly defaultBookSort: number | null;
  readonly commentsDisabled: boolean;
  readonly contentFiltering: string;
  /** The settings that are stored. */
  readonly stored: readonly SettingName[];
}

/** All stored settings as JSON. */
const STORED = `SELECT json_object_agg(name, value ORDER BY name)::text FROM settings
  WHERE name IN (${Object.values(STORED_NAMES)
    .map((name) => `'${name}'`)
    .join(', ')})`;

/** Requests read a newer snapshot after each change. Only work without a request may see settings of this age. */
const MAX_AGE_MS = 500;

const isEditor = (text: string | undefined): text is PageEditor => EDITORS.some((editor) => editor === text);

/** Settings that administrators change while the service runs. */
@Injectable()
export class SiteSettings {
  /** Read together with the snapshot of a request. */
  private readonly watched: WatchedText;
  /** Read without a request. */
  private cached: { values: SiteValues; readAt: number } | undefined;
  /** The values of the watched text. */
  private parsed: { text: string; values: SiteValues } | undefined;
  /** Counts changes of this process. Values that were read during a change are not cached. */
  private changes = 0;

  constructor(
    private readonly database: Database,
    snapshots: Snapshots,
    @Inject(SETTINGS) private readonly environment: Settings,
    @InjectRepository(Setting) private readonly rows: Repository<Setting>,
  ) {
    this.watched = snapshots.watch(STORED);
  }

  async current(): Promise<SiteValues> {
    // A cached answer must not show the settings of before its snapshot (`AnswerCache`).
    const watched = this.watched.get(MAX_AGE_MS);
    if (watched) return this.valuesIn(watched.text);
    const { changes, cached } = this;
    const readAt = performance.now();
    if (cached && readAt - cached.readAt < MAX_AGE_MS) return cached.values;
    const values = await this.read();
    if (changes === this.changes) this.cached = { values, readAt };
    return values;
  }

  /** Reads without the cache, so that a transaction sees its own changes. */
  async read(): Promise<SiteValues> {
    const [row] = await this.database.fromPrimary(() =>
      this.database.query(sql`SELECT ${selectComputed<{ stored: string | null }>({ stored: `(${STORED})` })}`),
    );
    return this.valuesIn(row?.stored ?? '');
  }

  /** Stores texts; null removes a setting. Call inside a transaction. */
  async store(changes: Partial<Record<SettingName, string | null>>): Promise<void> {
    for (const member of SETTING_NAMES) {
      const [name, value] = [STORED_NAMES[member], changes[member]];
      if (value === undefined) continue;
      if (value === null) await this.rows.delete(name);
      else
        await this.database.query(
          `INSERT INTO settings ${insertColumns(Setting, { name: '$1', value: '$2' })} ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          [name, value],
        );
    }
    await this.database.afterCommit(async () => {
      this.changes += 1;
      this.cached = undefined;
      this.watched.invalidate();
    });
  }

  private valuesIn(text: string): SiteValues {
    if (this.parsed?.text !== text) {
      const stored: unknown = JSON.parse(text || '{}');
      this.parsed = { text, values: this.valuesOf(new Map(isTexts(stored) ? Object.entries(stored) : [])) };
    }
    return this.parsed.values;
  }

  private valuesOf(texts: ReadonlyMap<string, string>): SiteValues {
    const { appName, baseUrl, contentFiltering } = this.environment;
    const of = (member: SettingName) => texts.get(STORED_NAMES[member]);
    const logo = of('app_logo') || `${baseUrl}/logo.png`;
    const editor = of('default_editor');
    const filters = of('content_filtering');
    return {
      appName: of('app_name') || appName,
      appLogo: logo === NO_LOGO ? null : logo,
      publicAccess: of('public_access') === 'true',
      registrationRoleId: idIn(of('registration_role_id')),
      defaultEditor: isEditor(editor) ? editor : 'wysiwyg',
      defaultBookSort: idIn(of('default_book_sort')),
      commentsDisabled: of('comments_disabled') === 'true',
      contentFiltering: filters !== undefined && FILTER_LETTERS.test(filters) ? filters : contentFiltering,
      stored: SETTING_NAMES.filter((member) => of(member) !== undefined),
    };
  }
}

const idIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
