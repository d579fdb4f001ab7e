export { type Actor, ANONYMOUS, can, isAnonymous, type TokenLimits } from './actor';
export { addressKey } from './address-key';
export { access, AuthGuard, CurrentActor, Public, Requires, type RouteAccess, SignedIn } from './auth.guard';
export { CachedVerifier, fingerprint } from './cached-verifier';
export {
  identify,
  parseAuthorization,
  SessionVerifier,
  type TokenCredentials,
  type TokenGuesses,
  TokenVerifier,
  type Verdict,
} from './identify';
export {
  fromAnswer,
  INTROSPECTION_PATH,
  type IntrospectionAnswer,
  packActor,
  type PackedActor,
  toAnswer,
  unpackActor,
  userRightsPath,
} from './introspection';
export { hashPassword, passwordMatches } from './passwords/passwords';
export { weaknessOf } from './passwords/weakness';
export { type Refusal, refusalProblem } from './refusals';
export { REPORTED_EVENTS_PATH, type ReportedEvent } from './reported-event';
export { RemoteTokenVerifier } from './remote-verifier';
export { hasServiceSecret, SERVICE_SECRET_HEADER, PeerServiceClient } from './peer-service-client';
