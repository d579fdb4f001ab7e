import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { PageEditor } from '../../content/items/page.entity';

/**
 * The editor of a page after a save (content-behaviour §6.3). It stays unchanged without the permission `editor-change`.
 * @param given the contents of the save; empty Markdown alone clears the page and keeps the editor
 * @param standard the default editor of the site
 */
export function editorAfterSave(
  current: PageEditor,
  given: { html?: string; markdown?: string },
  actor: Actor,
  standard: PageEditor,
): PageEditor {
  if (!can(actor, 'editor-change')) return current;
  if (given.markdown) return 'markdown';
  if (current !== 'markdown' || given.html === undefined) return current;
  return standard === 'markdown' ? 'wysiwyg' : standard;
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
