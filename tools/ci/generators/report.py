"""Sends the five requests to a service, and prints a line for each, as report.ts does."""

EXPECTED = {"list": "Seed", "read": "Seed", "create": "Created", "update": "Updated", "error": 404}


def report(service, **requests):
    for name, expected in EXPECTED.items():
        try:
            answer = requests[name]()
        except Exception as failure:
            answer = f"{type(failure).__name__}: {failure}"
        names = answer if isinstance(answer, list) else [answer]
        if expected in names:
            print("passed", service, name)
        else:
            print("failed", service, f"{name}: {answer}")
