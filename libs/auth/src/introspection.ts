import type { Actor, TokenLimits } from './actor';
import type { Verdict } from './identify';
import { isRefusal } from './refusals';

/** Content's endpoint for token introspection. It needs the service secret, and the gateway does not route it. */
export const INTROSPECTION_PATH = '/internal/tokens/introspect';

/** Content's endpoint for a user's current rights, for work in the user's name without a token. The gateway does not route it either. */
export const userRightsPath = (userId: number | string): string => `/internal/users/${userId}/rights`;

/** An actor as JSON: sets become lists. */
export type PackedActor = Omit<Actor, 'permissions' | 'limits'> & {
  permissions: string[];
  limits?: Omit<TokenLimits, 'reach'> & { reach: string[] };
};

export const packActor = ({ limits, permissions, ...actor }: Actor): PackedActor => ({
  ...actor,
  permissions: [...permissions],
  ...(limits && { limits: { ...limits, reach: [...limits.reach] } }),
});

export const unpackActor = ({ limits, permissions, ...actor }: PackedActor): Actor => ({
  ...actor,
  permissions: new Set(permissions),
  ...(limits && { limits: { ...limits, reach: new Set(limits.reach) } }),
});

/** The introspection response between services, modelled on RFC 7662. */
export type IntrospectionAnswer = { active: true; actor: PackedActor } | { active: false; reason: string };

export const toAnswer = (verdict: Verdict): IntrospectionAnswer =>
  'refusal' in verdict ? { active: false, reason: verdict.refusal } : { active: true, actor: packActor(verdict.actor) };

export function fromAnswer(answer: IntrospectionAnswer): Verdict {
  if (!answer.active) return { refusal: isRefusal(answer.reason) ? answer.reason : 'unknown' };
  return { actor: unpackActor(answer.actor) };
}
