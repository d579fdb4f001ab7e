#!/usr/bin/env bash
# Checks the alert rules and the dashboard with promtool: their syntax, that each alert fires on its series and none on healthy ones, that the
# metrics exist, and that the runbook has a page for each alert. Needs promtool, or root on Debian or Ubuntu to install it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

if ! command -v promtool > /dev/null; then
  [ "$(id -u)" = 0 ] || unavailable 'packages can be installed by root alone'
  command -v apt-get > /dev/null || unavailable "no apt-get: promtool is part of the distribution's package of Prometheus"
  apt-get update -qq
  # Only the program is needed, not the server that the package would start.
  packages=$(mktemp -d)
  (cd "$packages" && apt-get download -qq prometheus > /dev/null && dpkg-deb --extract prometheus_*.deb .)
  install "$packages/usr/bin/promtool" "$ci_cache/promtool"
  rm -rf "$packages"
fi
PROMTOOL=$(command -v promtool || echo "$ci_cache/promtool")
export PROMTOOL
need_node_modules

"$PROMTOOL" check rules k8s/almanac/monitoring/alerts.yaml
"$PROMTOOL" test rules tools/ci/alerts/alerts.test.yaml
node --test --test-reporter=dot tools/ci/alerts/*.test.mjs
echo 'alerts.sh: alerts and dashboard are in order'
