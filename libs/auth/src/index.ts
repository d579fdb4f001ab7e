export { type Actor, ANONYMOUS, can, isAnonymous, type TokenLimits } from './actor';
export { AuthGuard, CurrentActor, Public, Requires } from './auth.guard';
export { CachedVerifier } from './cached-verifier';
export { identify } from './identify';
export { fromAnswer, INTROSPECTION_PATH, type IntrospectionAnswer, SERVICE_SECRET_HEADER, toAnswer } from './introspection';
export { type Refusal, refusalProblem } from './refusals';
export { RemoteTokenVerifier, type RemoteVerifierOptions } from './remote-verifier';
export { parseAuthorization, type TokenCredentials } from './token-credentials';
export { TokenVerifier, type Verdict } from './token-verifier';
