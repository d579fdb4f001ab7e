import { type Actor, can } from '@almanac/auth';
import type { PageEditor } from './page.entity';

const DEFAULT_EDITOR: PageEditor = 'wysiwyg';

/**
 * The editor that a page has after a save (content-behaviour §6.3). Without the right to change editors it stays as it was.
 * @param given the contents that came with the save; an empty Markdown alone empties the page and says nothing of its editor
 */
export function editorAfterSave(current: PageEditor, given: { html?: string; markdown?: string }, actor: Actor): PageEditor {
  if (!can(actor, 'editor-change')) return current;
  if (given.markdown) return 'markdown';
  return current === 'markdown' && given.html !== undefined ? DEFAULT_EDITOR : current;
}
