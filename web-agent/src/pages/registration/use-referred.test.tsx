import { screen } from '@testing-library/react';
import { useCallback } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { TextField } from '../../forms/fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useReferred } from './invitation.tsx';
import { EMPTY_REGISTRATION } from './registration-values.ts';

const INVITED = { firstName: 'Naledi', surname: 'Dlamini', emailAddress: 'naledi@cape.example', contactNumber: '' };
const params = new URLSearchParams({ email: INVITED.emailAddress, ref: 'r' });
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
/** Contents of the fields in the first microtask after each offer. */
const stood: string[][] = [];

function Invited() {
  const form = useForm({ name: 'invited', initial: EMPTY_REGISTRATION, validate: () => ({}) });
  const given = form.offer;
  const offer = useCallback<typeof given>(
    (changes) => {
      given(changes);
      queueMicrotask(() => stood.push([field('Email').value, field('First name').value]));
    },
    [given],
  );
  useReferred(params, offer);
  return (
    <>
      <TextField {...form.field('emailAddress')} label="Email" />
      <TextField {...form.field('firstName')} label="First name" />
    </>
  );
}

afterEach(() => vi.unstubAllGlobals());

test('the values of the inviting agent are in the fields before they can be focused', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(INVITED)));
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(<Invited />);
  await vi.waitFor(() => expect(stood).toHaveLength(2), 30_000);
  expect(stood).toEqual([
    [INVITED.emailAddress, ''],
    [INVITED.emailAddress, INVITED.firstName],
  ]);
  root.unmount();
  container.remove();
});
