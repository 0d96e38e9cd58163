#!/bin/sh
# Make the environment $1 from requirements.lock and install our packages into it, editable; then leave the stamp $2.
# Every file is checked against its hash in the lock. PYTHON=... chooses the interpreter.
set -eu
venv=${1:?usage: tools/setup.sh VENV [STAMP]}

case $PWD in
*:*) # as Python's own venv does
    echo "setup: no environment can be made in a folder with a colon in its path; rename it: $PWD" >&2
    exit 1 ;;
esac

# Tried first, as what venv says of it leads astray; root's rights are only known by trying.
for folder in "$(dirname "$venv")" "$venv"; do
    if [ -e "$folder" ] && ! { mkdir "$folder/.tried-$$" && rmdir "$folder/.tried-$$"; } 2>/dev/null; then
        echo "setup: nothing may be written here: $(cd "$folder" && pwd)" >&2
        echo "setup: copy the whole folder to one of your own, and run make there" >&2
        exit 1
    fi
done

# From 3.11 on, and as far as the locked packages have wheels: beyond that, SciPy would have to be compiled.
fits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))'
python=
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if "$candidate" -c "$fits" >/dev/null 2>&1; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "setup: Python 3.11 to 3.14 is needed, and none was found among: ${PYTHON:-python3 python3.11 ... python}" >&2
    for candidate in ${PYTHON:-python3 python}; do
        if command -v "$candidate" >/dev/null 2>&1; then
            echo "setup:   $candidate is $("$candidate" --version 2>&1 | head -n 1)" >&2
        fi
    done
    echo "setup: install one, or name it: make PYTHON=/path/to/python3.13 ..." >&2
    exit 1
fi

# Two that begin together, as by `make book` in two terminals: the second finds what the first has made.
if [ "${ALONE:-}" != $$ ]; then
    ALONE=$$ exec "$python" "$(dirname "$0")/alone.py" sh "$0" "$@"
fi
if [ -n "${2:-}" ] && [ -e "$2" ]; then
    exit 0
fi

# The stamp is set once all has ended well, so what is half made is made anew.
trap 'echo "setup: stopped; the next run begins it again" >&2; exit 130' INT TERM

no_network() {
    echo "setup: the locked packages could not all be had; the first time needs a network, or a package registry within reach," \
        "and 1.5 GB of room" >&2
    exit 1
}

# Each package lies beside the others and finds its own pyproject.toml.
ours=$(for folder in src/*/; do printf " --editable %s" "./$folder"; done)
if command -v uv >/dev/null 2>&1; then
    echo "setup: $("$python" --version) and uv"
    # uv stops without a place for its cache.
    [ -n "${UV_CACHE_DIR:-}" ] || mkdir -p "${XDG_CACHE_HOME:-${HOME:-/nowhere}/.cache}/uv" 2>/dev/null \
        || export UV_NO_CACHE=1
    uv venv --quiet --clear --no-project --python "$("$python" -c 'import sys; print(sys.executable)')" "$venv"
    uv pip sync --quiet --require-hashes --python "$venv/bin/python" requirements.lock || no_network
    uv pip install --quiet --no-deps --no-build-isolation --offline --python "$venv/bin/python" $ours
else
    echo "setup: $("$python" --version) and pip (about a minute)"
    if ! "$python" -m venv --clear "$venv"; then
        echo "setup: $python cannot make environments; on Debian and Ubuntu install python3-venv" >&2
        exit 1
    fi
    # Bytecode is made of what is imported, when it is; of all that is installed it takes another minute. The lock's own pip
    # comes first: with the one of Python 3.11 the rest takes twice as long.
    awk '/^[^ ]/ { inside = /^pip==/ } inside' requirements.lock >"$venv/pip.lock"
    for lock in "$venv/pip.lock" requirements.lock; do
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes -r "$lock" \
            || no_network
    done
    rm "$venv/pip.lock"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index $ours
fi
rm -f "$venv"/.made-from-*
[ -z "${2:-}" ] || touch "$2"
