import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

const FIRST_FORM =
  'ChoiceField|FieldShell|PasswordField|SubmitButton|TextField|after-press|options|rules|restore-draft|use-form';

/** The chunks that pages share; the first route needs only the first of them. */
const SHARED = [
  { name: 'form', test: new RegExp(`src/forms/(${FIRST_FORM})\\.|identity/email\\.`), priority: 2 },
  { name: 'phone', test: /libphonenumber-js|identity\/phone|forms\/phone-parts/, priority: 2 },
  {
    name: 'more',
    test: /src\/(forms|otp|dialogs\/Dialog|dialogs\/Confirm|shell\/(use-loaded|SignInFirst|Accordion)|session\/stored-id|api\/calls|format)|identity\/|domain\/calendar/,
    priority: 1,
  },
];

/** Two builds from one file: the browser's (with a manifest) and, with `--ssr`, the one that prerenders the public pages. */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: isSsrBuild ? 'dist/.server' : 'dist',
    manifest: !isSsrBuild,
    // Nothing is inlined: the content security policy allows no data: scripts or styles, and hashed files cache for good.
    assetsInlineLimit: 0,
    // One stylesheet and no lists of what to preload inside the scripts: the first route has no bytes to spare. The HTML
    // of each page names what it needs instead (scripts/pages.ts).
    cssCodeSplit: false,
    modulePreload: false,
    // What pages share travels in a few files and not in twenty: fewer requests, and gzip has more to work with.
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { codeSplitting: { includeDependenciesRecursively: false, groups: SHARED } } },
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': api, '/dev': api, '/popi-section-18.pdf': api } },
}));
