// Ends with code 0 when node_modules matches package-lock.json of the folder in argv[2]. Plain JavaScript, because it runs
// before any package is installed.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = process.argv[2];
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;

function current() {
  const [wanted, installed] = [read('package-lock.json'), read('node_modules/.package-lock.json')];
  return Object.entries(wanted).every(([folder, { version, optional, devOptional, peer, link }]) => {
    // Workspaces are links; optional packages may be for another platform.
    if (!folder.includes('node_modules/') || link || optional || devOptional || peer) return true;
    return installed[folder]?.version === version && existsSync(path.join(root, folder));
  });
}

let code = 1;
try {
  code = current() ? 0 : 1;
} catch {
  // No node_modules, or an interrupted installation.
}
process.exit(code);
