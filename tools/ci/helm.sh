#!/usr/bin/env bash
# Checks the Helm chart: lint, rendering with every file of k8s/almanac/ci, the manifests against the schemas of Kubernetes, the schema of
# the values, and that settings have the same names everywhere. Needs Go to install helm and kubeconform.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

kubeconform_version=v0.7.0
# The oldest and the newest version that the chart supports.
kubernetes_versions='1.32.9 1.34.1'
export KUBERNETES_VERSION=1.34.1

command -v go > /dev/null || unavailable 'no Go: helm cannot be installed, and the chart was not checked'
need_node_modules

need_helm
install_go_program kubeconform github.com/yannh/kubeconform/cmd/kubeconform "$kubeconform_version"

# The source of Kubernetes contains the description of its API, and is available as a Go module.
schemas_of() { # <version>
  local schemas="$ci_cache/kubernetes-schemas-$1" source
  if [ ! -d "$schemas" ]; then
    source=$(go mod download -json "k8s.io/kubernetes@v$1" | node -p 'JSON.parse(fs.readFileSync(0)).Dir')
    node tools/ci/chart/kubernetes-schemas.mjs "$source/api/openapi-spec/swagger.json" "$schemas.new" >&2
    mv "$schemas.new" "$schemas"
  fi
  echo "$schemas"
}

route_schemas="$ci_cache/gateway-api-schemas-$gateway_api_version"
if [ ! -d "$route_schemas" ]; then
  definition=$(route_definition)
  node tools/ci/chart/custom-resource-schema.mjs "$definition" "$route_schemas.new" >&2
  mv "$route_schemas.new" "$route_schemas"
fi

for version in $kubernetes_versions; do
  schemas=$(schemas_of "$version")
  for values in k8s/almanac/ci/*-values.yaml; do
    echo "--- Kubernetes $version, $values"
    "$HELM" lint --strict --quiet --kube-version "$version" --values "$values" k8s/almanac
    # Kubernetes itself does not describe objects of the Prometheus operator; the tests below do.
    "$HELM" template demo k8s/almanac --kube-version "$version" --values "$values" \
      | "$ci_cache/bin/kubeconform-$kubeconform_version" -strict -summary -skip ServiceMonitor,PrometheusRule \
        -schema-location "$schemas/{{.ResourceKind}}{{.KindSuffix}}.json" -schema-location "$route_schemas/{{.ResourceKind}}{{.KindSuffix}}.json"
  done
done

"$HELM" template demo k8s/almanac --kube-version "$KUBERNETES_VERSION" > /dev/null 2>&1 && fail 'the chart accepts its defaults, which name no database'
node --test --test-reporter=dot tools/ci/chart/*.test.mjs
echo 'helm.sh: the chart is in order'
