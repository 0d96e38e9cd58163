#!/bin/sh
# Run a stage of the book so that Ctrl-C, or SIGTERM, ends it at once and cleanly: the stage is told by SIGTERM, which
# ends a Python that is still importing without a traceback, and half a site is removed. With SIGNAL=KILL it is not told
# but ended, as Jupyter Book must be: while it runs a page's cells, it takes SIGTERM for the end of these alone.
trap '{ kill -${SIGNAL:-TERM} $!; wait $!; } 2>/dev/null
    test -e _build/html/.built || rm -rf _build/html
    exit 130' INT TERM # set before the stage starts, so that no signal comes too early
"$@" &
wait $!
