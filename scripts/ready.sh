# Sourced by scripts/start and scripts/test: a supported Node.js, and the packages of the lockfile.

source "$root/scripts/node.sh"

packages_current() { node "$root/scripts/packages-current.mjs" "$root"; }

install_packages() {
  packages_current && return
  # Two starts at once in one checkout: the second waits for the first. The guard of a dead owner does not count.
  local guard owner waits=0 ownerless=0
  guard="${TMPDIR:-/tmp}/fynbos-install-$(printf %s "$root" | cksum | cut -d' ' -f1)"
  until mkdir "$guard" 2>/dev/null; do
    owner="$(cat "$guard/pid" 2>/dev/null || true)"
    # An owner writes its id at once: without one after six seconds it is dead too.
    if [ -n "$owner" ]; then ownerless=0; else ownerless=$((ownerless + 1)); fi
    if [ "$ownerless" -ge 20 ]; then rm -rf "$guard"; ownerless=0
    elif [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then rm -rf "$guard"
    else sleep 0.3; fi
    waits=$((waits + 1))
    [ "$waits" -ne 10 ] ||
      printf '\n  Waiting for another installation (process %s). If there is none, remove %s\n' "${owner:-unknown}" "$guard" >&2
  done
  trap 'rm -rf "$guard"' EXIT
  echo $$ >"$guard/pid"
  if ! packages_current; then
    printf '\n  Installing packages (about a minute, once) …\n'
    (cd "$root" && npm ci --no-audit --no-fund --loglevel=error) || fail 'npm ci failed; see above.'
  fi
  rm -rf "$guard"
  trap - EXIT
}
install_packages
