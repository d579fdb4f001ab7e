// Which connections the rendered policies let a pod open.
import { BlockList, isIPv6 } from 'node:net';
import { ofKind, podsOf } from './manifests.mjs';

const INSIDE = '10.1.2.3';
export const JOB = 'almanac/job';
/** The program or the Job of a pod. */
export const nameOf = ({ labels }) => labels['app.kubernetes.io/component'] ?? labels[JOB];
const labelsOf = (documents, name) =>
  podsOf(documents).find(({ metadata }) => nameOf(metadata) === name).metadata.labels;
const matches = ({ matchLabels = {} }, labels) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value);

function contains({ cidr, except = [] }, address) {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const isIn = (range) => {
    const [start, length] = range.split('/');
    const list = new BlockList();
    list.addSubnet(start, Number(length), isIPv6(start) ? 'ipv6' : 'ipv4');
    return list.check(address, family);
  };
  return isIn(cidr) && !except.some((range) => isIn(range));
}

/** Whether a pod may connect: to another pod (`pod`), or else to an address. */
export function mayConnect(documents, from, { port, protocol = 'TCP', address = INSIDE, pod }) {
  const policies = ofKind(documents, 'NetworkPolicy').filter(
    ({ spec }) => spec.policyTypes.includes('Egress') && matches(spec.podSelector, labelsOf(documents, from)),
  );
  if (policies.length === 0) return true;
  const isPeer = ({ ipBlock, podSelector }) =>
    pod === undefined
      ? ipBlock !== undefined && contains(ipBlock, address)
      : podSelector !== undefined && matches(podSelector, labelsOf(documents, pod));
  return policies
    .flatMap(({ spec }) => spec.egress)
    .some(
      ({ ports, to }) =>
        (ports === undefined || ports.some((one) => one.port === port && one.protocol === protocol)) &&
        (to === undefined || to.some((peer) => isPeer(peer))),
    );
}

/** Values with these on top of switched-on policies. */
export const egress = (values) => ({ networkPolicy: { egress: { enabled: true, ...values } } });
