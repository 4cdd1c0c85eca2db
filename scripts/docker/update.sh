#!/usr/bin/env bash
# Migrates, then replaces the processes of a running installation one container at a time (docs/deployment.md, Update).
# Behind a proxy that checks /readyz no call fails.
#
# scripts/docker/update.sh [--no-build | --back]
#   --no-build: use the existing image of TAG
#   --back: go back to an earlier release, and use its existing image
#
# Run it with the same variables as `docker compose up`. A container that already runs the current image and settings stays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/docker/lib.sh
require_compose

# A process passes over events of types that it does not know. So every process that reads events is replaced before the
# first that appends types of the new release, and on the way back the other way round.
order='workers reactors api'
case "${1:-}" in
  '') docker compose build ;;
  --no-build) ;;
  --back) order='api reactors workers' ;;
  *) fail "Unknown option $1" ;;
esac
image="$(docker compose config --images | grep "^fynbos-rewards:" | sort -u)"
wanted_image="$(docker image inspect --format '{{.Id}}' "$image")"

is_current() { # CONTAINER SERVICE_HASH
  [ "$(docker inspect --format '{{.Image}} {{index .Config.Labels "com.docker.compose.config-hash"}}' "$1")" = "$wanted_image $2" ]
}

is_healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]; } # CONTAINER

# The number of containers in the settings.
replicas() { # SERVICE
  docker compose config |
    awk -v key="$1:" '/^  [^ ]/ { found = ($1 == key) } found && $1 == "replicas:" { count = $2 } END { print count }'
}

# Starts the missing containers and waits for those that are new: all but OTHERS, separated by blanks.
start_missing() { # SERVICE COUNT OTHERS
  local output new
  output="$(docker compose up --detach --no-deps --no-build --no-recreate --scale "$1=$2" "$1" 2>&1)" ||
    fail "$1 could not be started: $(tail -n 5 <<<"$output")
Run this script again: it starts what is missing."
  for new in $(docker compose ps --quiet "$1"); do
    case " $3 " in *" $new "*) ;; *) wait_healthy "$new" 180 ;; esac
  done
}

replace() { # SERVICE
  local service=$1 hash containers others count configured old other unhealthy='' healthy='' replaced=0
  hash="$(docker compose config --hash "$service" | cut -d' ' -f2)"
  # One that an interrupted update stopped would be started again as it was, with the previous release.
  docker compose rm --force "$service" >/dev/null 2>&1 || fail "The stopped containers of $service cannot be removed."
  containers="$(docker compose ps --quiet "$service" | tr '\n' ' ')"
  count="$(wc -w <<<"$containers")"
  # Fewer run when an earlier update ended between the removal of a container and the start of its successor.
  configured="$(replicas "$service")"
  if [ "$count" -lt "${configured:-1}" ]; then
    count="${configured:-1}"
    start_missing "$service" "$count" "$containers"
  fi
  if [ "$service" = api ] && [ "$count" -lt 2 ]; then
    echo 'Only one api runs: calls fail until its successor is ready. Scale to two or more first (docs/deployment.md).' >&2
  fi
  for old in $containers; do if is_healthy "$old"; then healthy+=" $old"; else unhealthy+=" $old"; fi; done
  # Unhealthy ones first: they serve no call, so that the others need not be healthy yet.
  for old in $unhealthy $healthy; do
    if is_current "$old" "$hash"; then continue; fi
    # The others serve all calls during the replacement.
    if is_healthy "$old"; then
      for other in $(docker compose ps --quiet "$service"); do [ "$other" = "$old" ] || wait_healthy "$other" 120; done
    fi
    others="$(docker compose ps --quiet "$service" | tr '\n' ' ')"
    docker stop "$old" >/dev/null
    docker rm "$old" >/dev/null
    start_missing "$service" "$count" "$others"
    # The proxy checks on its own and may see the successor later than Docker.
    [ "$service" != api ] || sleep 3
    replaced=$((replaced + 1))
  done
  echo "$service: $replaced of $count replaced"
}

# Migrations only add, so the previous containers keep working.
docker compose run --rm --no-deps --no-TTY migrate || fail 'The migrations failed, nothing was replaced; see above.'
for service in $order; do replace "$service"; done
