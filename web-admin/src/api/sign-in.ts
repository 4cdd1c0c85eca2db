import { HttpError } from 'react-admin';

/**
 * Signs an administrator in, without a one-time code, and returns the token. Throws `HttpError` with the server's
 * message.
 */
export async function signIn(emailAddress: string, password: string): Promise<string> {
  const response = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailAddress, password }),
  }).catch(() => {
    throw new HttpError('The server could not be reached. Check the connection and try again.', 0);
  });
  const answer = (await response.json().catch(() => ({}))) as { token?: string; message?: string };
  if (!response.ok || !answer.token)
    throw new HttpError(answer.message ?? 'The sign-in did not succeed. Try again.', response.status);
  return answer.token;
}
