#!/usr/bin/env bash
# Installs, upgrades, rolls back and uninstalls the chart, with every file of k8s/almanac/ci, on a real API server of Kubernetes with its
# controllers and scheduler. kwok stands in for nodes: it reports Pods as running without starting them.
# Building the programs takes up to an hour, once for each version. Without them in the cache, CLUSTER=1 builds them; otherwise nothing is
# checked. Needs Go, and etcd or Debian's package of it. The log of the last run stays in the cache folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

version=v1.34.1
kwok_version=v0.7.0
programs="$ci_cache/cluster/$version"

if [ ! -e "$programs/complete" ] && [ "${CLUSTER:-}" != 1 ]; then
  echo "SKIPPED: Kubernetes $version is not built on this machine; CLUSTER=1 builds it"
  exit 0
fi
command -v go > /dev/null || unavailable 'no Go: Kubernetes cannot be built'
need_node_modules
need_helm

[ -e "$programs/complete" ] || bash tools/ci/cluster/build.sh "$version" "$programs"
install_go_program kwok sigs.k8s.io/kwok/cmd/kwok "$kwok_version"
ln -sf "$ci_cache/bin/kwok-$kwok_version" "$programs/kwok"
if ! command -v etcd > /dev/null && [ ! -x "$programs/etcd" ]; then
  command -v apt-get > /dev/null || unavailable "no apt-get: etcd is the distribution's package"
  apt-get update -qq
  # Only the program is needed, not the server that the package would start.
  packages=$(mktemp -d)
  (cd "$packages" && apt-get download -qq etcd-server > /dev/null && dpkg-deb --extract etcd-server_*.deb .)
  install "$packages/usr/bin/etcd" "$programs/etcd"
  rm -rf "$packages"
fi

work=$(mktemp -d)
started=()
tidy() {
  [ ${#started[@]} = 0 ] || kill "${started[@]}" 2> /dev/null || true
  wait
  rm -rf "$work"
}
trap tidy EXIT
run() { # <program> <arguments>: in the background, with its output in a file
  local name=$1
  shift
  "$(command -v "$name" || echo "$programs/$name")" "$@" > "$work/$name.log" 2>&1 &
  started+=($!)
}
free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
PATH="$programs:$PATH"

etcd_url=http://127.0.0.1:$(free_port)
peer_url=http://127.0.0.1:$(free_port)
run etcd --data-dir "$work/etcd" --unsafe-no-fsync --listen-client-urls "$etcd_url" --advertise-client-urls "$etcd_url" \
  --listen-peer-urls "$peer_url" --initial-advertise-peer-urls "$peer_url" --initial-cluster "default=$peer_url"

port=$(free_port)
token=$(node -p 'crypto.randomBytes(16).toString("hex")')
echo "$token,admin,admin,system:masters" > "$work/tokens.csv"
openssl genrsa -out "$work/service-accounts.key" 2048 2> /dev/null
# Without streamed lists, for which the distribution's etcd is too old: clients would retry them again and again.
run kube-apiserver --feature-gates WatchList=false --etcd-servers "$etcd_url" --bind-address 127.0.0.1 --secure-port "$port" --cert-dir "$work/certificates" \
  --token-auth-file "$work/tokens.csv" --authorization-mode Node,RBAC --service-cluster-ip-range 10.96.0.0/16 \
  --service-account-issuer https://cluster.test --service-account-key-file "$work/service-accounts.key" \
  --service-account-signing-key-file "$work/service-accounts.key"

export KUBECONFIG="$work/kubeconfig"
cat > "$KUBECONFIG" << YAML
apiVersion: v1
kind: Config
clusters: [{ name: test, cluster: { server: 'https://127.0.0.1:$port', insecure-skip-tls-verify: true } }]
users: [{ name: admin, user: { token: $token } }]
contexts: [{ name: test, context: { cluster: test, user: admin } }]
current-context: test
YAML
until kubectl get --raw /readyz > /dev/null 2>&1; do
  kill -0 "${started[1]}" 2> /dev/null || { tail -n 20 "$work/etcd.log" "$work/kube-apiserver.log" >&2; fail 'the API server did not start'; }
  sleep 0.5
done
kubectl create --filename "$(route_definition)" > /dev/null
run kube-controller-manager --kubeconfig "$KUBECONFIG" --leader-elect=false --secure-port 0 \
  --service-account-private-key-file "$work/service-accounts.key" --horizontal-pod-autoscaler-sync-period 2s
run kube-scheduler --kubeconfig "$KUBECONFIG" --authentication-kubeconfig "$KUBECONFIG" --authorization-kubeconfig "$KUBECONFIG" \
  --leader-elect=false --secure-port "$(free_port)" --bind-address 127.0.0.1
run kwok --kubeconfig "$KUBECONFIG" --manage-all-nodes=true --node-lease-duration-seconds 40

log="$ci_cache/cluster/last-run.log"
kubectl version | tee "$log"
# The format with one line for each test, because the log is kept.
node --test --test-reporter=spec --test-concurrency=1 tools/ci/cluster/*.test.mjs 2>&1 | tee -a "$log" || {
  tail -n 15 "$work"/*.log >&2
  fail 'the chart does not work on Kubernetes'
}
echo "cluster.sh: the chart installs, upgrades, rolls back and uninstalls on Kubernetes $version; log: $log"
