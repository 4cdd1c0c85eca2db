#!/usr/bin/env bash
# Grows the event store of a running installation from one node to three without losing the log (docs/deployment.md).
#
# Run it with the same variables as `docker compose up`, after a backup. Commands answer 503 from the restart of the first
# node until the second has copied the log. Interrupted, run it again: it continues.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source scripts/docker/lib.sh
require_compose

export EVENTSTORE_CLUSTER_SIZE=3 EVENTSTORE_GOSSIP_SEED=eventstore-2:2113,eventstore-3:2113
up() { # SERVICE
  local output
  output="$(docker compose --profile cluster up --detach --no-deps "$1" 2>&1)" ||
    fail "$1 could not be started: $(tail -n 5 <<<"$output")"
}
readonly again='Run this script again: it continues.'
container() { docker compose --profile cluster ps --quiet "$1"; }

# A node's own gossip entry: its state and the end of its log in bytes.
own() { # NODE FIELD
  docker exec "$(container "$1")" curl --silent --max-time 3 http://localhost:2113/gossip |
    tr -d ' \n\r"' | tr '{' '\n' | grep "httpEndPointIp:$1," | grep -o "$2:[A-Za-z0-9-]*" | cut -d: -f2
}

[ -n "$(container eventstore)" ] || fail 'The event store does not run: start the installation first (docker compose up).'
# From its file, because the gossip of a single node does not change after its start.
before="$(docker exec "$(container eventstore)" sh -c 'od -A n -t d8 -N 8 "$EVENTSTORE_DB/writer.chk"' | tr -d ' ')" ||
  fail 'The log of node 1 cannot be read; see above.'
[ "${before:-0}" -gt 0 ] || fail 'Node 1 holds no log: see docker compose logs eventstore.'
echo "node 1: $before bytes of log"

up eventstore
# Only node 1 has the log, and without it there is no majority of three yet: it must become the leader.
up eventstore-2
wait_healthy "$(container eventstore-2)" "${GROW_SECONDS:-3600}"
state="$(own eventstore state)" || fail "Node 1 does not answer. $again"
[ "$state" = Leader ] || fail "Node 1 is $state, not Leader. Stop node 2 (docker compose stop eventstore-2) and look at its log."
copied="$(own eventstore-2 writerCheckpoint)" || fail "Node 2 does not answer. $again"
[ "$copied" -ge "$before" ] || fail "Node 2 holds $copied bytes, fewer than $before."
echo "node 2: $copied bytes, $(own eventstore-2 state || echo busy)"

up eventstore-3
wait_healthy "$(container eventstore-3)" "${GROW_SECONDS:-3600}"
copied="$(own eventstore-3 writerCheckpoint)" || fail "Node 3 does not answer. $again"
[ "$copied" -ge "$before" ] || fail "Node 3 holds $copied bytes, fewer than $before."
echo "node 3: $copied bytes, $(own eventstore-3 state || echo busy)"

# The last line of .env with a name counts, so this one must repeat the profiles in use.
profiles="$(docker compose config --environment | sed -n 's/^COMPOSE_PROFILES=//p')"
case ",$profiles," in *,cluster,*) ;; *) profiles="${profiles:+$profiles,}cluster" ;; esac

cat <<END
The cluster is complete. Keep these lines in .env, then run scripts/docker/update.sh --no-build, which gives the processes
the addresses of all three nodes:

COMPOSE_PROFILES=$profiles
EVENTSTORE_CLUSTER_SIZE=3
EVENTSTORE_GOSSIP_SEED=eventstore-2:2113,eventstore-3:2113
EVENTSTORE_URL=esdb://eventstore:2113,eventstore-2:2113,eventstore-3:2113?tls=false&nodePreference=leader
END
