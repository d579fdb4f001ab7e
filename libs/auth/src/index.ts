export { type Actor, ANONYMOUS, can, isAnonymous, type TokenLimits } from './actor';
export { addressKey } from './address-key';
export { access, AuthGuard, CurrentActor, Public, Requires, type RouteAccess, SignedIn } from './auth.guard';
export { CachedVerifier, fingerprint } from './verifiers/cached-verifier';
export { identify, SessionVerifier, type TokenGuesses, TokenVerifier, type Verdict } from './identify';
export {
  fromAnswer,
  INTROSPECTION_PATH,
  type IntrospectionAnswer,
  packActor,
  type PackedActor,
  toAnswer,
  unpackActor,
  userRightsPath,
} from './verifiers/introspection';
export { type Refusal, refusalProblem } from './refusals';
export { REPORTED_EVENTS_PATH, type ReportedEvent } from './reported-event';
export { RemoteTokenVerifier } from './verifiers/remote-verifier';
export { ServiceClient } from './service-client';
export { bringsServiceSecret, SERVICE_SECRET_HEADER } from './service-secret';
export { parseAuthorization, type TokenCredentials } from './token-credentials';
