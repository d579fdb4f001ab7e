import { recordPages } from '../../../web/settings-area/record-pages';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { RoleForms } from './role-forms';

@SettingsPage('settings/roles')
export class RolePagesController extends recordPages('Role', 'features/roles/pages') {
  constructor(protected override readonly forms: RoleForms) {
    super();
  }
}
