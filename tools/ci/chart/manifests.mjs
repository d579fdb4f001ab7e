// Helpers that read rendered manifests.

const HOOK = 'helm.sh/hook';
export const isHook = (document) => HOOK in (document.metadata.annotations ?? {});
export const hookWeight = (document) => Number(document.metadata.annotations['helm.sh/hook-weight']);
export const ofKind = (documents, ...kinds) => documents.filter((document) => kinds.includes(document.kind));
export const podsOf = (documents) =>
  ofKind(documents, 'Deployment', 'Job', 'CronJob', 'Pod').map((owner) => ({ owner, ...podOf(owner) }));

function podOf(owner) {
  if (owner.kind === 'Pod') return owner;
  return owner.kind === 'CronJob' ? owner.spec.jobTemplate.spec.template : owner.spec.template;
}

export const containersOf = (documents) =>
  podsOf(documents)
    .filter(({ owner }) => programOf(owner))
    .flatMap(({ owner, spec }) => spec.containers.map((container) => ({ owner, container })));
export const programOf = (owner) => owner.metadata.labels['app.kubernetes.io/component'];

/** Returns every environment variable of a container as { variable, from, kind, key, optional }. */
export function environmentOf(container, documents) {
  const maps = (container.envFrom ?? []).flatMap(({ configMapRef }) => {
    const map = ofKind(documents, 'ConfigMap').find((candidate) => candidate.metadata.name === configMapRef.name);
    return Object.keys(map?.data ?? {}).map((variable) => ({
      variable,
      kind: 'ConfigMap',
      from: configMapRef.name,
      key: variable,
    }));
  });
  const secrets = (container.env ?? [])
    .filter(({ valueFrom }) => valueFrom)
    .map(({ name, valueFrom: { secretKeyRef } }) => ({
      variable: name,
      kind: 'Secret',
      from: secretKeyRef.name,
      key: secretKeyRef.key,
      optional: secretKeyRef.optional ?? false,
    }));
  return [...maps, ...secrets];
}
