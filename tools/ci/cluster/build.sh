#!/usr/bin/env bash
# Builds the programs of Kubernetes from their Go modules: build.sh <version> <folder>. The file `complete` marks a finished build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
version=$1 folder=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
go_mod=$(go mod download -json "k8s.io/kubernetes@$version" | node -p 'JSON.parse(fs.readFileSync(0)).GoMod')
cp "$go_mod" "$work/kubernetes.mod"
mkdir "$work/module"
node go-module.mjs "$work/kubernetes.mod" "$version" > "$work/module/go.mod"
cd "$work/module"

# The version is set at build time. Helm and the programs compare it with what they support.
minor=${version#v1.}
package=k8s.io/component-base/version
flags="-s -w -X $package.gitVersion=$version -X $package.gitMajor=1 -X $package.gitMinor=${minor%%.*} -X $package.gitTreeState=clean"
for program in kube-apiserver kube-controller-manager kube-scheduler kubectl; do
  CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -mod=mod -trimpath -buildvcs=false" go build -ldflags "$flags" -o "$folder/$program" "k8s.io/kubernetes/cmd/$program"
  echo "$program $version: built"
done
touch "$folder/complete"
