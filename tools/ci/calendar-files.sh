#!/usr/bin/env bash
# Compares the dates of the calendar files of the import's tests with an independent implementation, in Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh

packages=(icalendar==7.3.2 recurring-ical-events==3.8.2 tzdata==2026.6)
tools=$ci_cache/calendar-files-${packages[0]#*==}-${packages[1]#*==}
corpus=apps/calendar-service/src/features/import/corpus
if [ ! -e "$tools/complete" ]; then
  python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2> /dev/null || {
    echo 'SKIPPED: the comparison of calendar files needs Python 3.10 or newer with venv'
    exit 0
  }
  python3 -m venv --clear "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
  touch "$tools/complete"
fi
exec "$tools/bin/python" -W ignore tools/ci/calendar-files/dates.py "$corpus/dates.json" "$corpus/files"
