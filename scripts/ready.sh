# Sourced by scripts/start and scripts/test: a Node that is new enough, and the packages of the lockfile.

fail() { printf '\n  ✗ %s\n\n' "$1" >&2; exit 1; }

command -v node >/dev/null || fail 'Node.js is missing: 20.19 or newer is needed (https://nodejs.org).'
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "Node.js $(node --version) is too old: 20.19 or newer is needed."

packages_current() { node "$root/scripts/packages-current.mjs" "$root"; }

install_packages() {
  packages_current && return
  # Two starts at once in one checkout: the second waits for the first. A guard whose owner is gone does not count.
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
