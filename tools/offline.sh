#!/bin/sh
# Run a command where no other machine can be reached, to see that it needs none: sh tools/offline.sh COMMAND...
# The command runs as the user who asks, in a network of its own, which takes root or sudo to make, and Linux.
set -eu
test $# -gt 0 || { echo "usage: sh tools/offline.sh COMMAND..." >&2; exit 2; }
set -- unshare --net sh -c 'ip link set lo up
    user=$1 group=$2
    shift 2
    exec setpriv --reuid "$user" --regid "$group" --clear-groups "$@"' offline "$(id -u)" "$(id -g)" "$@"
test "$(id -u)" = 0 || set -- sudo --non-interactive --preserve-env env "PATH=$PATH" "HOME=$HOME" "$@"
exec "$@"
