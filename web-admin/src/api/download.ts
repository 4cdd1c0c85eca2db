import { request } from './http.ts';

/** Downloads a file as the signed-in admin and saves it under the given name. */
export async function download(url: string, name: string): Promise<void> {
  const blob = await (await request(url)).blob();
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
