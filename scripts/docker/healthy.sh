#!/usr/bin/env bash
# The health check of a container: healthy.sh PORT PATH succeeds if the process answers GET PATH with 200.
#
# Not in Node, which needs ten times the processor time. Docker Engine 20.10 does not end a check that exceeds its
# timeout, so on a busy machine such checks accumulated: 90 processes in a container that may have 200.
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$2" >&3
read -r answer <&3
[[ "$answer" == 'HTTP/1.1 200 '* ]]
