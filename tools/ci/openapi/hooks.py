"""Hooks of Schemathesis: requests that would end the run early, and answers that no schema can describe."""

import re

import schemathesis

# The user, the role and the token of the run itself.
OWN = re.compile(r"^/api/(users|roles|tokens)/[01](/|$)")


@schemathesis.hook
def filter_case(context, case):
    """Keeps the run's own records."""
    path = case.operation.path.replace("{id}", str((case.path_parameters or {}).get("id", "")))
    return case.method.upper() in ("GET", "HEAD", "OPTIONS") or not OWN.match(path)


@schemathesis.hook
def before_call(context, case, kwargs):
    """`fields` removes members that the schema requires, and `_envelope` wraps the answer."""
    for name in [name for name in case.query or {} if re.match(r"_?(fields|envelope)", name)]:
        del case.query[name]
