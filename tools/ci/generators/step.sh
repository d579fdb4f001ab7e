#!/usr/bin/env bash
# Runs a step of a generator in its own temporary folder: step.sh <folder of the generator> install|generate|compile|call
# The environment names VERSION of the generator, DOCUMENT, WORK (the temporary folder), and for `call` the system and its records.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
. tools/ci/environment.sh
. tools/ci/generators/install.sh
root=$PWD
here=$root/tools/ci/generators
tools=$ci_cache/generators
. "$here/$1/steps.sh"
mkdir -p "$tools"
[ "$2" = install ] || cd "$WORK"
"$2"
