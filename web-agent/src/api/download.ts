import { bodyOf, lost, refused, send } from './client.ts';

/** Fetches a file (a statement, an export) and starts the browser's download. */
export async function download(
  path: string,
  fileName: string,
  query?: Readonly<Record<string, string>>,
): Promise<void> {
  const response = await send('GET', path, { query });
  if (!response.ok) throw refused(response, await bodyOf(response).catch(lost()), false);
  const url = URL.createObjectURL(await response.blob().catch(lost()));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
