import type { Actor, TokenLimits } from './actor';
import type { Verdict } from './token-verifier';
import { isRefusal } from './refusals';

/** Where content answers whose token it is, to callers that know the service secret. The gateway never routes it. */
export const INTROSPECTION_PATH = '/internal/tokens/introspect';
/** Where content answers what a user may do now, for what acts in the user's name without a token. Neither does the gateway route this one. */
export const userRightsPath = (userId: number | string): string => `/internal/users/${userId}/rights`;
export const SERVICE_SECRET_HEADER = 'x-service-secret';

/** An actor as JSON: sets are lists there. */
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

/** What goes over the wire between services (RFC 7662 in spirit). */
export type IntrospectionAnswer = { active: true; actor: PackedActor } | { active: false; reason: string };

export const toAnswer = (verdict: Verdict): IntrospectionAnswer =>
  'refusal' in verdict ? { active: false, reason: verdict.refusal } : { active: true, actor: packActor(verdict.actor) };

export function fromAnswer(answer: IntrospectionAnswer): Verdict {
  if (!answer.active) return { refusal: isRefusal(answer.reason) ? answer.reason : 'unknown' };
  return { actor: unpackActor(answer.actor) };
}
