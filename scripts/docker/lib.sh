# Sourced by the scripts of this folder: their common checks, and waiting for a container.

fail() { echo "$1" >&2; exit 1; }

# The features that docker-compose.yml uses; kept in docs/deployment.md.
readonly minimum_compose=2.26

require_compose() {
  command -v docker >/dev/null || fail 'Docker is not installed.'
  docker info >/dev/null 2>&1 || fail 'The Docker daemon does not answer.'
  local version
  version="$(docker compose version --short 2>/dev/null)" || fail "Docker Compose $minimum_compose or newer is needed."
  version="${version#v}"
  [ "$(printf '%s\n%s\n' "$minimum_compose" "$version" | sort -V | head -n 1)" = "$minimum_compose" ] ||
    fail "Docker Compose $version is too old: $minimum_compose or newer is needed."
}

# wait_healthy CONTAINER SECONDS
wait_healthy() {
  local end=$((SECONDS + $2)) state
  while :; do
    state="$(docker inspect --format '{{.State.Health.Status}}' "$1" 2>/dev/null || echo gone)"
    [ "$state" = healthy ] && return 0
    [ "$SECONDS" -lt "$end" ] || fail "$1 is $state after $2 s. Its log: docker logs $1"
    sleep 1
  done
}
