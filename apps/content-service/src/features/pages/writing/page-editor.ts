import { type Actor, can } from '@almanac/auth';
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
