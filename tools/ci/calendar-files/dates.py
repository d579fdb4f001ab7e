"""Compares the recorded dates of calendar files with those that `icalendar` and `recurring-ical-events` read.

Arguments: the file of recorded dates, and the folder of the calendar files. A file whose record says why it is unlike Python
must still be unlike it, so that no reason outlives its cause.
"""

import datetime
import json
import pathlib
import sys

import icalendar
import recurring_ical_events

FIRST, LAST = datetime.datetime(1990, 1, 1), datetime.datetime(2050, 1, 1)
UTC = datetime.timezone.utc


def written(start):
    """Times in UTC as 20330601T100000Z, whole days as 20330601."""
    if not isinstance(start, datetime.datetime):
        return start.strftime("%Y%m%d")
    return start.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def starts(path):
    try:
        calendars = icalendar.Calendar.from_ical(path.read_bytes(), multiple=True)
        events = [event for one in calendars for event in recurring_ical_events.of(one).between(FIRST, LAST)]
        return sorted(written(event.start) for event in events)
    except Exception as failure:  # Each reader refuses some files, in ways of its own.
        return f"{type(failure).__name__}: {failure}"


def main(records, folder):
    recorded = json.loads(pathlib.Path(records).read_text())
    paths = sorted(pathlib.Path(folder).glob("*.ics"))
    faults = [f"{name}: no such file" for name in recorded.keys() - {path.name for path in paths}]
    for path in paths:
        record = recorded[path.name]
        found, reason = starts(path), record.get("unlike", {}).get("python")
        if (found == record["starts"]) == (reason is not None):
            faults.append(f"{path.name}: {found} instead of {record['starts']}, {reason or 'without a reason'}")
    print("\n".join(faults) or f"{len(paths)} calendar files have the dates that are recorded.")
    return 1 if faults or not paths else 0


sys.exit(main(*sys.argv[1:]))
