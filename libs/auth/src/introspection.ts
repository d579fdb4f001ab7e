import type { Actor } from './actor';
import type { Verdict } from './token-verifier';
import { isRefusal } from './refusals';

/** Where content answers whose token it is, to callers that know the service secret. The gateway never routes it. */
export const INTROSPECTION_PATH = '/internal/tokens/introspect';
export const SERVICE_SECRET_HEADER = 'x-service-secret';

/** What goes over the wire between services (RFC 7662 in spirit). */
export type IntrospectionAnswer =
  { active: true; actor: Omit<Actor, 'permissions'> & { permissions: string[] } } | { active: false; reason: string };

export function toAnswer(verdict: Verdict): IntrospectionAnswer {
  if ('refusal' in verdict) return { active: false, reason: verdict.refusal };
  return { active: true, actor: { ...verdict.actor, permissions: [...verdict.actor.permissions] } };
}

export function fromAnswer(answer: IntrospectionAnswer): Verdict {
  if (answer.active) return { actor: { ...answer.actor, permissions: new Set(answer.actor.permissions) } };
  return { refusal: isRefusal(answer.reason) ? answer.reason : 'unknown' };
}
