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
find node_modules -depth -type d -empty -delete
