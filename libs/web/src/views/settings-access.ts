import { type Actor, can } from '@almanac/auth';

/** Each of them opens a part of the settings area. */
const OPENING = ['settings-manage', 'users-manage', 'user-roles-manage', 'content-import'];

/** Whether a member may open the settings area, which the header of all services then links. */
export const opensSettings = (actor: Actor): boolean => OPENING.some((permission) => can(actor, permission));
