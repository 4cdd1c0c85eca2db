import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What the build puts in (web-agent/vite.config.ts).
Object.assign(globalThis, {
  __SUPPORT_EMAIL__: 'support@fynbosrewards.example',
  __SUPPORT_WEB__: 'https://www.fynbosrewards.example',
  __HEAD_OFFICE__: '12 Protea Road, Claremont',
});

// What does not come is missed; what comes late on a busy machine is not.
configure({ asyncUtilTimeout: 20_000 });
afterEach(() => cleanup());
