import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { PageEditor } from '../../../content/items/page.entity';

const DEFAULT_EDITOR: PageEditor = 'wysiwyg';

/**
 * The editor of a page after a save (content-behaviour §6.3). It stays unchanged without the permission `editor-change`.
 * @param given the contents of the save; empty Markdown alone clears the page and keeps the editor
 */
export function editorAfterSave(
  current: PageEditor,
  given: { html?: string; markdown?: string },
  actor: Actor,
): PageEditor {
  if (!can(actor, 'editor-change')) return current;
  if (given.markdown) return 'markdown';
  return current === 'markdown' && given.html !== undefined ? DEFAULT_EDITOR : current;
}

/** Whether the page is a template after a save. @throws Problem 403 for a change without the permission `templates-manage` */
export function templateAfterSave(
  current: boolean,
  { template = current }: { template?: boolean },
  actor: Actor,
): boolean {
  if (template !== current && !can(actor, 'templates-manage')) forbidden();
  return template;
}
