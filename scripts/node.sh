# Sourced with `root` set: puts a supported Node.js first on PATH (docs/decisions/0001).
# If the machine's version is too old, Node.js is installed from the npm registry below the checkout, in `.node`.

fail() { printf '\n  ✗ %s\n\n' "$1" >&2; exit 1; }

node_supported() {
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 13) ? 0 : 1)'
}

use_node() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    fail 'Node.js with npm is missing: install Node.js 24 (https://nodejs.org).'
  fi
  node_supported && return
  local wanted folder fresh old
  wanted="$(cat "$root/.nvmrc")"
  folder="$root/.node/$wanted"
  old="Node.js $(node --version) is too old (22.13 or newer is needed)"
  runs() { "$1"/node_modules/node-*/bin/node --version >/dev/null 2>&1; }
  if ! runs "$folder"; then
    printf '\n  %s; installing %s below the checkout, once …\n' "$old" "$wanted" >&2
    fresh="$folder.$$"
    rm -rf "$folder" "$fresh" && mkdir -p "$fresh" && cp "$root"/scripts/node-runtime/package*.json "$fresh"
    # npm compares the package with the checksum in the lockfile. No install script runs.
    (cd "$fresh" && npm ci --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error >&2) ||
      { rm -rf "$fresh"; fail "$old, and the npm registry could not be used; see above. Install Node.js 24 (https://nodejs.org)."; }
    runs "$fresh" ||
      { rm -rf "$fresh"; fail "$old, and the npm registry has no $wanted for $(uname -sm). Install Node.js 24 (https://nodejs.org)."; }
    # Of two starts that install at once the first one wins.
    mv -T "$fresh" "$folder" 2>/dev/null || rm -rf "$fresh"
  fi
  PATH="$(echo "$folder"/node_modules/node-*/bin):$PATH"
  export PATH
}
use_node
