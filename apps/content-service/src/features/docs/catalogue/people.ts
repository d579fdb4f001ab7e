import { crud, endpoint, type Group, type Rules } from '../endpoint';

const USER: Rules = {
  external_auth_id: 'string',
  language: 'string max:15 alpha_dash',
  password: 'string min:8',
  roles: 'array',
  'roles.*': 'integer',
};
const ROLE: Rules = {
  description: 'string max:180',
  mfa_enforced: 'boolean',
  external_auth_id: 'string max:180',
  permissions: 'array',
  'permissions.*': 'string',
};
const TOKEN: Rules = { expires_at: 'nullable date_format:Y-m-d', scopes: 'nullable array min:1' };

export const ROLES: Group = {
  name: 'roles',
  about: 'A role grants permissions to its users. Needs the permission to manage roles.',
  endpoints: crud('roles', 'a role', 'roles', {
    create: { display_name: 'required string min:3 max:180', ...ROLE },
    update: { display_name: 'string min:3 max:180', ...ROLE },
  }),
};

const ONE_TOKEN = '/api/users/{id}/tokens/{tokenId}';

export const USERS: Group = {
  name: 'users',
  about:
    'People who can log in, and their API tokens. Needs the permission to manage users, except for the tokens of oneself.',
  endpoints: [
    ...crud('users', 'a user', 'users', {
      create: {
        name: 'required string min:1 max:100',
        email: 'required string email min:2 unique',
        ...USER,
        send_invite: 'boolean',
      },
      update: { name: 'string min:1 max:100', email: 'string email min:2 unique', ...USER },
      delete: { migrate_ownership_id: 'integer exists:users,id' },
    }),
    endpoint(
      'GET',
      '/api/users/me',
      'me',
      'Read the caller: roles, effective permissions, the token of the request and the limits that apply.',
    ),
    endpoint('GET', '/api/users/{id}/tokens', 'list-tokens', 'List the API tokens of a user, without their secrets.'),
    endpoint(
      'POST',
      '/api/users/{id}/tokens',
      'create-token',
      'Create an API token. This answer alone holds its secret. `scopes` narrow the token: `read`, `write` or names of permissions; several add up.',
      { name: 'required string max:250', ...TOKEN },
    ),
    endpoint('PUT', ONE_TOKEN, 'update-token', 'Change an API token; its secret stays.', {
      name: 'string min:1 max:250',
      ...TOKEN,
    }),
    endpoint(
      'DELETE',
      ONE_TOKEN,
      'delete-token',
      'Revoke an API token. Within a second no service accepts it any more.',
    ),
  ],
};
