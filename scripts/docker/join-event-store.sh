#!/bin/sh
# Starts or checks a further node of the event store cluster (docker-compose.yml, profile `cluster`).
#
# Two empty nodes are a majority of three: they could elect one of themselves, and the node that holds the log would then
# truncate it to nothing. So a node that has not yet followed a leader with all of the log starts only
#   - if a live leader answers, or
#   - as node 2, if node 1 answers and node 3 does not: then no majority exists without node 1.
set -eu
data="${EVENTSTORE_DB:-/var/lib/eventstore}"
caught_up="$data/joined"

# The live members that a peer knows, one line each.
members() { curl --silent --max-time 2 "http://$1/gossip" | tr -d ' \n\r' | tr '{' '\n' | grep '"isAlive":true' || true; }
answers() { curl --silent --output /dev/null --max-time 2 "http://$1/gossip"; }

may_start() {
  for peer in $(echo "$EVENTSTORE_GOSSIP_SEED" | tr ',' ' '); do
    if members "$peer" | grep -q '"state":"Leader"'; then return 0; fi
  done
  [ "$1" = 2 ] && answers eventstore:2113 && ! answers eventstore-3:2113
}

case "$1" in
  check)
    curl --silent --fail --output /dev/null http://localhost:2113/health/live
    members localhost:2113 | grep "\"httpEndPointIp\":\"$EVENTSTORE_NODE_HOST_ADVERTISE_AS\"" | grep -Eq '"state":"(Leader|Follower)"'
    [ -e "$caught_up" ] || : >"$caught_up"
    ;;
  start)
    if [ "$EVENTSTORE_CLUSTER_SIZE" != 3 ]; then
      echo "EVENTSTORE_CLUSTER_SIZE is $EVENTSTORE_CLUSTER_SIZE: this node waits. Run scripts/docker/grow-event-store.sh (docs/deployment.md)." >&2
      exec sleep infinity
    fi
    until [ -e "$caught_up" ] || may_start "$2"; do
      echo "This node has no complete log yet and waits for a leader to copy it from." >&2
      sleep 3
    done
    exec "${EVENTSTORE_PROGRAM:-/opt/eventstore/EventStore.ClusterNode}"
    ;;
esac
