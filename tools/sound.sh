#!/bin/sh
# Tell whether the environment $1 can still be used: its Python is there and finds this folder's packages, not those of a
# folder which this one was moved or copied from, and it is the Python that PYTHON=... asks for.
"$1/bin/python" -I -c 'from importlib.util import find_spec; from os.path import samefile; from pathlib import Path
for path in Path("src").glob("*/__init__.py"): assert samefile(find_spec(path.parent.name).origin, path)' 2>/dev/null || exit 1
wanted=$(${PYTHON:-:} --version 2>/dev/null) || exit 0 # nothing is asked for that can be had
[ -z "$wanted" ] || [ "$wanted" = "$("$1/bin/python" --version)" ]
