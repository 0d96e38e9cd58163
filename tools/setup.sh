#!/bin/sh
# Make the environment $1 from requirements.lock and install this package into it, editable.
# Every file is checked against its hash in the lock. PYTHON=... chooses the interpreter.
set -eu
venv=${1:?usage: tools/setup.sh VENV}

recent='import sys; sys.exit(sys.version_info < (3, 11))'
python=
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if "$candidate" -c "$recent" >/dev/null 2>&1; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "setup: Python 3.11 or newer is needed, and none was found among: ${PYTHON:-python3 python3.11 ... python}" >&2
    for candidate in ${PYTHON:-python3 python}; do
        if command -v "$candidate" >/dev/null 2>&1; then
            echo "setup:   $candidate is $("$candidate" --version 2>&1 | head -n 1)" >&2
        fi
    done
    echo "setup: install one, or name it: make PYTHON=/path/to/python3.11 ..." >&2
    exit 1
fi

if command -v uv >/dev/null 2>&1; then
    echo "setup: $("$python" --version) and uv"
    uv venv --quiet --clear --no-project --python "$("$python" -c 'import sys; print(sys.executable)')" "$venv"
    uv pip sync --quiet --require-hashes --python "$venv/bin/python" requirements.lock
    uv pip install --quiet --no-deps --no-build-isolation --offline --python "$venv/bin/python" --editable .
else
    echo "setup: $("$python" --version) and pip (about a minute)"
    if ! "$python" -m venv --clear "$venv"; then
        echo "setup: $python cannot make environments; on Debian and Ubuntu install python3-venv" >&2
        exit 1
    fi
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index --editable .
fi
