import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, Notification, useGetList } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { AnswerForm } from './AnswerForm.tsx';
import EnquiryPage from './EnquiryPage.tsx';
import type { Enquiry } from './enquiry.tsx';
import { StatusButtons } from './StatusButtons.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const enquiry = { id: 3, status: 'pending', referenceNumber: 'FR-1', version: 1 } as Enquiry;
const shown = (element: React.ReactNode) => (
  <MemoryRouter>
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      {element}
    </AdminContext>
  </MemoryRouter>
);

test('an answer with an unknown result is sent again with its id; a changed text gets a new id', async () => {
  const sent: { id: string; text: string }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json([]);
    sent.push(JSON.parse(String(body)));
    if (sent.length < 3) throw new TypeError('network');
    return Response.json({}, { status: 201 });
  });
  render(shown(<AnswerForm enquiry={enquiry} />));
  const send = screen.getByRole('button', { name: 'Send answer' });
  const write = (value: string) => fireEvent.change(screen.getByLabelText(/^Answer \*/), { target: { value } });
  const press = async (times: number) => {
    await waitFor(() => expect(send).toBeEnabled());
    fireEvent.click(send);
    await waitFor(() => expect(sent).toHaveLength(times));
  };
  write('On Friday.');
  await press(1);
  await press(2);
  await waitFor(() => expect(send).toBeEnabled());
  write('On Saturday.');
  await press(3);
  const ids = sent.map(({ id }) => id);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});

test.each(['Resolve', 'Escalate', 'Activate'])(
  '%s acts at once, and the page reloads after 5 seconds',
  async (name) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit = {}) => {
      calls.push(body ? [method, JSON.parse(String(body))] : [method]);
      return Response.json(method === 'GET' ? [enquiry] : {}, {
        headers: { 'Content-Range': 'contact-support 0-0/1' },
      });
    });
    function Listed() {
      useGetList('contact-support');
      return <StatusButtons enquiry={enquiry} />;
    }
    render(shown(<Listed />));
    await waitFor(() => expect(calls).toEqual([['GET']]));
    fireEvent.click(screen.getByRole('button', { name: `${name} FR-1` }));
    const status = `${name}d`;
    await waitFor(() => expect(calls).toEqual([['GET'], ['PUT', { status }]]));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_500);
    await waitFor(() => expect(calls.at(-1)).toEqual(['GET']));
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('the buttons are off after a change of status until the page is loaded again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  const { rerender } = render(shown(<StatusButtons enquiry={enquiry} />));
  const resolve = () => screen.getByRole('button', { name: 'Resolve FR-1' });
  const activate = screen.getByRole('button', { name: 'Activate FR-1' });
  activate.focus();
  fireEvent.click(activate);
  await waitFor(() => expect(resolve()).toHaveAttribute('aria-disabled', 'true'));
  expect(activate).toHaveFocus();
  rerender(shown(<StatusButtons enquiry={{ ...enquiry, status: 'Activated', version: 2 }} />));
  await waitFor(() => expect(resolve()).not.toHaveAttribute('aria-disabled'));
  expect(activate).toHaveFocus();
});

test('the page keeps a typed answer when reading it again fails', async () => {
  let isDown = false;
  const detail = {
    ...enquiry,
    typeOfQuery: 'Other',
    email: 'a@b.example',
    dateCreated: '2026-03-01T08:00:00.000Z',
    messages: [],
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'PUT') isDown = true;
    if (isDown && method === 'GET') return Response.json({ message: 'Not now.' }, { status: 503 });
    return Response.json(url.endsWith('contact-support/3') ? detail : []);
  });
  const authProvider = {
    checkError: async () => undefined,
    getPermissions: async () => ({ 'enquiries:answer': 'alone' }),
  };
  render(
    <MemoryRouter initialEntries={['/contact-support/3']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<EnquiryPage />} path="/contact-support/:id" />
        </Routes>
      </AdminContext>
    </MemoryRouter>,
  );
  fireEvent.change(await screen.findByLabelText(/^Answer \*/), { target: { value: 'On Friday.' } });
  fireEvent.change(screen.getByLabelText('Reservation'), { target: { value: 'R1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Set reservation' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(screen.getByLabelText(/^Answer \*/)).toHaveValue('On Friday.');
});

const message = (id: string) => ({ id, kind: 'sender', at: '2026-03-01T08:00:00.000Z', by: null, text: id });

/** A server with one enquiry, to which others also write. It records a text once by its id. */
function server() {
  const calls: { path: string; version: string | null; body: { id?: string } }[] = [];
  const current = {
    ...enquiry,
    typeOfQuery: 'other',
    email: 'a@b.example',
    dateCreated: '2026-03-01T08:00:00.000Z',
    thread: [message('first')],
    files: [],
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const path = url.replace('/api/admin/', '');
    if (method === 'GET') return Response.json(path === 'contact-support/3' ? current : []);
    if (path === 'presence') return Response.json([]);
    const version = new Headers(headers).get('If-Match');
    const sent = JSON.parse(String(body));
    if (sent.id && calls.some((call) => call.body.id === sent.id)) return Response.json(current);
    if (version !== String(current.version))
      return Response.json({ status: 412, message: 'Changed.', current }, { status: 412 });
    calls.push({ path, version, body: sent });
    current.version += 1;
    if (sent.id) current.thread = [...current.thread, message(sent.id)];
    return Response.json(current);
  });
  return { calls, current };
}

const sendButton = () => screen.getByRole('button', { name: 'Send answer' });

test('an answer is not sent while the thread has messages that its writer has not seen', async () => {
  const { calls, current } = server();
  render(shown(<AnswerForm enquiry={{ ...current } as unknown as Enquiry} />));
  fireEvent.change(screen.getByLabelText(/^Answer \*/), { target: { value: 'On Friday.' } });
  current.thread = [...current.thread, message('second')];
  current.version = 2;
  fireEvent.click(sendButton());
  await screen.findByText(/The thread has new messages/);
  expect(calls).toEqual([]);
  await waitFor(() => expect(sendButton()).toBeEnabled());
  fireEvent.click(sendButton());
  await waitFor(() =>
    expect(calls).toMatchObject([{ path: 'contact-support/3/answers', body: { text: 'On Friday.' } }]),
  );
});

test('an answer is sent where the enquiry was only assigned in the meantime', async () => {
  const { calls, current } = server();
  render(shown(<AnswerForm enquiry={{ ...current } as unknown as Enquiry} />));
  fireEvent.change(screen.getByLabelText(/^Answer \*/), { target: { value: 'On Friday.' } });
  current.version = 2;
  fireEvent.click(sendButton());
  await waitFor(() => expect(calls).toHaveLength(1));
});

test('one press sends an answer and resolves the enquiry', async () => {
  const { calls, current } = server();
  render(shown(<AnswerForm enquiry={{ ...current } as unknown as Enquiry} />));
  fireEvent.change(screen.getByLabelText(/^Answer \*/), { target: { value: 'On Friday.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send and resolve' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toEqual({ path: 'contact-support/3', version: '2', body: { status: 'Resolved' } });
});

const answerField = () => screen.getByLabelText(/^Answer \*/);
const resolveButton = () => screen.getByRole('button', { name: 'Send and resolve' });

/** Opens the form. `failing` changes the answers of a server. */
function opened(failing: (method: string, answer: () => Promise<Response>) => Promise<Response>) {
  const { calls, current } = server();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    failing(init.method ?? 'GET', () => fetch(url, init)),
  );
  const form = () =>
    shown(
      <>
        <AnswerForm enquiry={{ ...current } as unknown as Enquiry} />
        <Notification />
      </>,
    );
  const { rerender } = render(form());
  fireEvent.change(answerField(), { target: { value: 'On Friday.' } });
  return { calls, current, refresh: () => rerender(form()) };
}

test('an answer that is sent is not offered again where only the status could not be set', async () => {
  const { calls } = opened(async (method, answer) =>
    method === 'PUT' ? Response.json({ message: 'Not now.' }, { status: 503 }) : answer(),
  );
  fireEvent.click(resolveButton());
  expect(await screen.findByText('Not now.')).toBeVisible();
  await waitFor(() => expect(answerField()).toHaveValue(''));
  expect(calls).toMatchObject([{ path: 'contact-support/3/answers' }]);
});

test('an enquiry is not resolved over a message that its writer has not seen', async () => {
  let isLost = true;
  const { calls, current } = opened(async (method, answer) => {
    const response = await answer();
    if (method !== 'POST' || !isLost) return response;
    isLost = false;
    throw new TypeError('network');
  });
  fireEvent.click(resolveButton());
  await waitFor(() => expect(isLost).toBe(false));
  current.thread = [...current.thread, message('third')];
  current.version += 1;
  await waitFor(() => expect(sendButton()).toBeEnabled());
  fireEvent.click(resolveButton());
  expect(await screen.findByText(/Read them before you resolve the enquiry/)).toBeVisible();
  expect(calls).toMatchObject([{ path: 'contact-support/3/answers' }]);
});

test('the writer has seen their own answer, also before the page shows it', async () => {
  const { calls, refresh } = opened((_method, answer) => answer());
  fireEvent.click(sendButton());
  await waitFor(() => expect(answerField()).toHaveValue(''));
  fireEvent.change(answerField(), { target: { value: 'On Saturday.' } });
  refresh();
  fireEvent.click(sendButton());
  await waitFor(() => expect(calls).toHaveLength(2));
});

test('the pressed button keeps the focus while the answer is sent', async () => {
  opened(() => new Promise(() => undefined));
  const button = resolveButton();
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  expect(button).toBeEnabled();
});

test('the writing ends when the form is closed', () => {
  const { current } = server();
  const onWriting = vi.fn();
  const { unmount } = render(shown(<AnswerForm enquiry={current as unknown as Enquiry} onWriting={onWriting} />));
  fireEvent.change(answerField(), { target: { value: 'On Friday.' } });
  expect(onWriting).toHaveBeenLastCalledWith(true);
  unmount();
  expect(onWriting).toHaveBeenLastCalledWith(false);
});

test('shows no answer form while only the row of a list is known', async () => {
  const { current } = server();
  const { thread: _thread, files: _files, ...row } = current;
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('contact-support?')
      ? Response.json([row], { headers: { 'Content-Range': 'items 0-0/1' } })
      : url.endsWith('contact-support/3')
        ? new Promise(() => undefined)
        : Response.json([]),
  );
  const authProvider = {
    checkError: async () => undefined,
    getPermissions: async () => ({ 'enquiries:answer': 'alone' }),
  };
  function Listed() {
    return useGetList('contact-support').data ? <EnquiryPage /> : null;
  }
  render(
    <MemoryRouter initialEntries={['/contact-support/3']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<Listed />} path="/contact-support/:id" />
        </Routes>
      </AdminContext>
    </MemoryRouter>,
  );
  await waitFor(() => expect(document.querySelector('.waiting')).not.toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByLabelText(/^Answer/)).toBeNull();
});
