import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PushDevices } from './PushDevices.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('says how to switch notifications on after the browser’s question was dismissed', async () => {
  const calls = vi.fn(async () => Response.json({ publicKey: 'key', devices: [] }));
  vi.stubGlobal('fetch', calls);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'default' });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => undefined },
  });
  render(<PushDevices />);
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on for this device' }, { timeout: 30_000 }));
  expect(await screen.findByRole('alert', {}, { timeout: 30_000 })).toHaveTextContent(
    'Notifications stay off until you switch them on here and choose Allow when your browser asks.',
  );
  expect(calls).not.toHaveBeenCalledWith('/api/agent/push-devices', expect.objectContaining({ method: 'POST' }));
});
