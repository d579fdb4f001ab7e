import { type Actor, can } from '@almanac/auth';
import type { PageEditor } from './page.entity';

const DEFAULT_EDITOR: PageEditor = 'wysiwyg';

/**
 * The editor that a page has after a save (content-behaviour §6.3). Without the right to change editors it stays as it was.
 * @param saved what the save stored; undefined when it left the content alone
 */
export function editorAfterSave(current: PageEditor, saved: { markdown: string } | undefined, actor: Actor): PageEditor {
  if (!saved || !can(actor, 'editor-change')) return current;
  if (saved.markdown !== '') return 'markdown';
  return current === 'markdown' ? DEFAULT_EDITOR : current;
}
