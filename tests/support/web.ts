import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What does not come is missed; what comes late on a busy machine is not.
configure({ asyncUtilTimeout: 20_000 });
afterEach(() => cleanup());
