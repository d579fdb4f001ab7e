import { packActor, type PackedActor, unpackActor } from '@almanac/auth';
import type { Stage, Visitor } from './visitor';

/** Content's endpoints for sessions and facts of the site. They need the service secret, and the gateway does not route them. */
export const SESSION_PATH = '/internal/sessions';
export const SITE_PATH = '/internal/site';

/** A stored session, as content-service answers it to other services. */
export interface SharedSession {
  /** JSON; null for an unknown or ended session. */
  data: string | null;
  stage: Stage;
  /** null for guests. */
  actor: PackedActor | null;
}

/** Facts of the site that all pages show. */
export interface SharedSite {
  name: string;
  /** The path of its own logo. */
  logo?: string | undefined;
}

export const packVisitor = (visitor: Visitor): Pick<SharedSession, 'stage' | 'actor'> => ({
  stage: visitor.stage,
  actor: visitor.stage === 'guest' ? null : packActor(visitor.account.actor),
});

export const unpackVisitor = ({ stage, actor }: Pick<SharedSession, 'stage' | 'actor'>): Visitor =>
  stage === 'guest' || actor === null ? { stage: 'guest' } : { stage, account: { actor: unpackActor(actor) } };

/** Calendar's endpoint for the next events, which the gateway does not route. It takes the session cookie of the visitor. */
export const NEXT_EVENTS_PATH = '/internal/next-events';

/** An event as the home page shows it. */
export interface NextEvent {
  title: string;
  path: string;
  /** The value of `<time datetime>`. */
  datetime: string;
  times: string;
}
