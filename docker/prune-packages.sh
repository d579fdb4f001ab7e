#!/bin/sh
# Leaves in node_modules only the packages that the package.json of this folder names, with their own dependencies.
set -eu

npm prune --omit=dev --ignore-scripts --offline
# Fails if a package is missing.
npm ls --all --omit=dev > /dev/null
# The list of packages, which a scanner compares with known vulnerabilities.
npm sbom --omit=dev --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json
# Nothing reads TypeScript, source maps and tests of packages at run time. They are a third of the size.
find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete
find node_modules -type d \( -name test -o -name tests -o -name __tests__ \) -prune -exec rm -r {} +
# OpenTelemetry brings each file three times, once for CommonJS; TypeORM brings a second copy for browsers.
rm -rf node_modules/@opentelemetry/*/build/esm node_modules/@opentelemetry/*/build/esnext node_modules/typeorm/browser
# The highlighter of code brings each file three times, with styles of its own, and five languages that are as large as all others that we use.
rm -rf node_modules/highlight.js/es node_modules/highlight.js/styles node_modules/highlight.js/scss \
    node_modules/highlight.js/lib/languages/*.js.js
for language in 1c gml isbl mathematica sqf; do rm -f "node_modules/highlight.js/lib/languages/$language.js"; done
find node_modules -depth -type d -empty -delete
