#!/bin/sh
# Runs one process of the product in a container: process.sh api|workers|reactors.
#
# Docker restarts a container after every exit code. Exit code 78 is a configuration error, which a restart cannot
# correct, so the container then stays up without its process: it is unhealthy and its log names the setting.
stopped=
trap 'stopped=1; kill -TERM "$child" 2>/dev/null' TERM INT
node --heap-growing-percent=150 --enable-source-maps "services/dist/$1.mjs" &
child=$!
# A signal interrupts wait; wait again for the exit code of the process.
wait "$child"; code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
if [ "$code" -ne 78 ] || [ -n "$stopped" ]; then exit "$code"; fi
echo "$1: configuration error (exit code 78, see above); not restarted. Correct it, then: docker compose up -d (with the --scale of this installation, if any)" >&2
# Short sleeps: a signal that comes before wait does not interrupt it.
while [ -z "$stopped" ]; do sleep 2 & wait $!; done
exit 78
