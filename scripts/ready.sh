# Sourced by scripts/start and scripts/test: a supported Node.js, and the packages of the lockfile.

source "$root/scripts/node.sh"

packages_current() { node "$root/scripts/packages-current.mjs" "$root"; }

install_packages() {
  packages_current && return
  # Two starts at once in one checkout: the second waits for the first. The guard of a dead owner does not count.
  local guard owner
  guard="${TMPDIR:-/tmp}/fynbos-install-$(printf %s "$root" | cksum | cut -d' ' -f1)"
  until mkdir "$guard" 2>/dev/null; do
    owner="$(cat "$guard/pid" 2>/dev/null || true)"
    if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then rm -rf "$guard"; else sleep 0.3; fi
  done
  echo $$ >"$guard/pid"
  trap 'rm -rf "$guard"' EXIT
  if ! packages_current; then
    printf '\n  Installing packages (about a minute, once) …\n'
    (cd "$root" && npm ci --no-audit --no-fund --loglevel=error) || fail 'npm ci failed; see above.'
  fi
  rm -rf "$guard"
  trap - EXIT
}
install_packages
