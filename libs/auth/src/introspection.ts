import type { Actor, TokenLimits } from './actor';
import type { Verdict } from './token-verifier';
import { isRefusal } from './refusals';

/** Where content answers whose token it is, to callers that know the service secret. The gateway never routes it. */
export const INTROSPECTION_PATH = '/internal/tokens/introspect';
/** Where content answers what a user may do now, for what acts in the user's name without a token. Neither does the gateway route this one. */
export const userRightsPath = (userId: number | string): string => `/internal/users/${userId}/rights`;
export const SERVICE_SECRET_HEADER = 'x-service-secret';

/** What goes over the wire between services (RFC 7662 in spirit): sets are lists there. */
export type IntrospectionAnswer =
  | {
      active: true;
      actor: Omit<Actor, 'permissions' | 'limits'> & { permissions: string[]; limits?: Omit<TokenLimits, 'reach'> & { reach: string[] } };
    }
  | { active: false; reason: string };

export function toAnswer(verdict: Verdict): IntrospectionAnswer {
  if ('refusal' in verdict) return { active: false, reason: verdict.refusal };
  const { limits, permissions, ...actor } = verdict.actor;
  return {
    active: true,
    actor: { ...actor, permissions: [...permissions], ...(limits && { limits: { ...limits, reach: [...limits.reach] } }) },
  };
}

export function fromAnswer(answer: IntrospectionAnswer): Verdict {
  if (!answer.active) return { refusal: isRefusal(answer.reason) ? answer.reason : 'unknown' };
  const { limits, permissions, ...actor } = answer.actor;
  return { actor: { ...actor, permissions: new Set(permissions), ...(limits && { limits: { ...limits, reach: new Set(limits.reach) } }) } };
}
