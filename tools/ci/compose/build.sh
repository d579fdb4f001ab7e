#!/usr/bin/env bash
# Builds Docker Compose from its Go module: build.sh <version> <program>
set -euo pipefail
version=$1 program=$2
module=github.com/docker/compose/v2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# `go install` refuses a module that excludes versions of others, so its requirements become those of a module here.
cp "$(go mod download -json "$module@$version" | node -p 'JSON.parse(fs.readFileSync(0)).GoMod')" go.mod
chmod u+w go.mod
go mod edit -module almanac.test/compose -require "$module@$version"
CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -mod=mod -trimpath -buildvcs=false" \
  go build -ldflags "-s -w -X $module/internal.Version=$version" -o "$program" "$module/cmd"
echo "Docker Compose $version: built"
