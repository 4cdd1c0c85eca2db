import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

const FIRST_FORM =
  'ChoiceField|FieldShell|PasswordField|SubmitButton|TextField|after-press|options|rules|restore-draft|use-form';

/** Chunks shared between pages; the first route needs only the first one. */
const SHARED = [
  { name: 'form', test: new RegExp(`src/forms/(${FIRST_FORM})\\.|identity/email\\.`), priority: 2 },
  { name: 'phone', test: /libphonenumber-js|identity\/phone|forms\/phone-parts/, priority: 2 },
  {
    name: 'more',
    test: /src\/(forms|otp|dialogs\/Dialog|dialogs\/Confirm|shell\/(use-loaded|SignInFirst|Accordion)|session\/stored-id|api\/calls|format)|identity\/|domain\/calendar/,
    priority: 1,
  },
];

/**
 * Two builds from one file: the client build (with a manifest) and, with `--ssr`, the build that prerenders the public
 * pages.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
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
      : { output: { codeSplitting: { includeDependenciesRecursively: false, groups: SHARED } } },
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': api, '/dev': api, '/popi-section-18.pdf': api } },
}));
