#!/usr/bin/env bash
# Runs the tests of everything that keeps files, or those named by the arguments, on a real S3 server that checks signatures
# (versitygw). Its bucket is a folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

version=v1.8.0
tools=$ci_cache/versitygw-$version
if [ ! -x "$tools/versitygw" ]; then
  command -v go > /dev/null || unavailable 'needs Go to build an S3 server'
  GOBIN=$tools go install "github.com/versity/versitygw/cmd/versitygw@$version"
fi
need_node_modules

work=$(mktemp -d)
server=''
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
mkdir "$work/almanac"
export AWS_ACCESS_KEY_ID=almanac AWS_SECRET_ACCESS_KEY=a-secret-of-tests
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
ROOT_ACCESS_KEY=$AWS_ACCESS_KEY_ID ROOT_SECRET_KEY=$AWS_SECRET_ACCESS_KEY \
  "$tools/versitygw" --quiet --port "127.0.0.1:$port" posix "$work" > "$work.log" 2>&1 &
server=$!
until curl --silent --output /dev/null "http://127.0.0.1:$port"; do
  kill -0 "$server" || { cat "$work.log"; exit 1; }
  sleep 0.1
done

export ALMANAC_TEST_S3_ENDPOINT=http://127.0.0.1:$port ALMANAC_TEST_S3_BUCKET=almanac ALMANAC_TEST_S3_FOLDER=$work/almanac
[ $# -gt 0 ] || set -- libs/storage content/files content/images features/attachments features/uploads features/image-gallery \
  features/imports/imports.api imports/import-jobs exports/exports.api exports/zip/zip-exports book-covers settings/site/logo \
  calendar-service/src/contracts/images calendar-service/src/features/import/import-jobs tools/system/key-rotation/bucket-key
node tools/ci/tests.mjs "$@"
