export type PersonKey = 'ingrid' | 'marta' | 'tom' | 'sana';

interface DemoRole {
  readonly display_name: string;
  readonly description: string;
  readonly permissions: readonly string[];
}

interface DemoPerson {
  readonly key: PersonKey;
  readonly name: string;
  readonly email: string;
  /** Names of roles of a fresh installation or of the demo. */
  readonly roles: readonly string[];
}

export const CONTRIBUTOR = 'Contributor';
export const BOARD = 'Board';

/** Roles beside those of a fresh installation. They add to the roles that a person has anyway. */
export const demoRoles: readonly DemoRole[] = [
  {
    display_name: CONTRIBUTOR,
    description: 'Comments, attachments and the API, beside another role',
    permissions: [
      'access-api',
      ...['comment', 'attachment'].flatMap((kind) => [
        `${kind}-create-all`,
        `${kind}-update-own`,
        `${kind}-delete-own`,
      ]),
    ],
  },
  { display_name: BOARD, description: 'May read and write the board papers', permissions: [] },
];

export const demoPeople: readonly DemoPerson[] = [
  { key: 'ingrid', name: 'Ingrid Flett', email: 'ingrid@tidewater.example', roles: ['Admin'] },
  { key: 'marta', name: 'Marta Linklater', email: 'marta@tidewater.example', roles: ['Editor', CONTRIBUTOR] },
  { key: 'tom', name: 'Tom Rendall', email: 'tom@tidewater.example', roles: ['Editor', CONTRIBUTOR, BOARD] },
  { key: 'sana', name: 'Sana Okafor', email: 'sana@tidewater.example', roles: ['Viewer', CONTRIBUTOR] },
];
