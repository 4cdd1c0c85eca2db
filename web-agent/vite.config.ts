import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CHUNK_GROUPS } from './scripts/chunks.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

/**
 * Lets the build leave out components of React Router that the portal does not use, such as forms and fetchers. Without
 * it their definitions count as side effects: a call of React, and a name for developer tools.
 */
const leaveOutUnusedRouter: Plugin = {
  name: 'leave-out-unused-router',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/react-router/dist/')
      ? code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2')
      : undefined,
};

/** Vite's helper for imports with lists of files to preload: the build writes none (`modulePreload` below). */
const leaveOutPreload: Plugin = {
  name: 'leave-out-preload',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
};

/**
 * Two builds from one file: the client build (with a manifest) and, with `--ssr`, the build that prerenders the public
 * pages.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), leaveOutUnusedRouter, leaveOutPreload],
  build: {
    outDir: isSsrBuild ? 'dist/.server' : 'dist',
    manifest: !isSsrBuild,
    // Nothing is inlined: the content security policy allows no data: scripts or styles, and hashed files are cached
    // permanently.
    assetsInlineLimit: 0,
    // One stylesheet and no preload lists inside the scripts: the first route has no bytes to spare. The HTML of each
    // page names the files it needs instead (scripts/pages.ts).
    cssCodeSplit: false,
    modulePreload: false,
    // Shared code is grouped into a few files instead of twenty: fewer requests and better gzip compression.
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { codeSplitting: { includeDependenciesRecursively: false, groups: CHUNK_GROUPS } } },
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': api, '/dev': api, '/popi-section-18.pdf': api } },
}));
