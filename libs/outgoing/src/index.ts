export { AllowedHosts, HOST_LIST } from './allowed-hosts';
export { isPublicAddress } from './address-ranges';
export { checkedLookup, type Resolve, systemResolve } from './checked-lookup';
export { checkedTarget } from './checked-target';
export { type Fetched, fetchSafely, type OutgoingOptions } from './fetch-safely';
export { OutgoingError, type OutgoingReason } from './outgoing-error';
