#!/bin/sh
# Run a stage of the book so that Ctrl-C, or SIGTERM, ends it at once and cleanly: the stage is told by SIGTERM, which
# ends a Python that is still importing without a traceback, and half a site is removed. With SIGNAL=KILL it is not told
# but ended, as Jupyter Book must be: while it runs a page's cells, it takes SIGTERM for the end of these alone.
trap '{ kill -${SIGNAL:-TERM} $!; wait $!; } 2>/dev/null
    test -e _build/html/.built || rm -rf _build/html
    exit 130' INT TERM # set before the stage starts, so that no signal comes too early
"$@" &
wait $!
status=$?
# What a stage says of a full disk is a traceback from wherever it was; it may have made some room as it ended.
room=$(df -Pk . _build 2>/dev/null | awk 'NR > 1 { if (NR == 2 || $4 < least) least = $4 } END { print int(least / 1024) }')
if [ $status -ne 0 ] && [ "$room" -lt 100 ]; then
    echo "Only $room MB are left on the disk of this folder. An environment and a finished book take 2 GB." >&2
    echo "Make room and run the same command again: it goes on after what was finished." >&2
fi
exit $status
