import { recordPages } from '../../../web/settings-area/record-pages';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { SortRuleForms } from './sort-rule-forms';

@SettingsPage('settings/sort-rules')
export class SortRulePagesController extends recordPages('Sort rule', 'features/sort-rules/pages') {
  constructor(protected override readonly forms: SortRuleForms) {
    super();
  }
}
