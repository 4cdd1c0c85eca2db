import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from './browser.ts';

export interface Message {
  readonly to: string;
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
}

/** Messages of the development inbox for an address, newest first. */
export async function inbox(url: string, to: string): Promise<Message[]> {
  const response = await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(to)}`);
  return (await response.json()) as Message[];
}

/** The newest matching message to one of the addresses; waits up to a minute. */
export async function messageTo(
  url: string,
  addresses: readonly string[],
  fits: (message: Message) => boolean,
): Promise<Message> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(150)) {
    for (const address of addresses) {
      const found = (await inbox(url, address)).find(fits);
      if (found) return found;
    }
  }
  throw new Error(`no such message to ${addresses.join(' or ')} in the dev inbox`);
}

/** Sent after `since` (ms since 1970) in a message with these words. */
export async function codeFor(url: string, addresses: readonly string[], since: number, words = ''): Promise<string> {
  const { text } = await messageTo(
    url,
    addresses,
    (message) =>
      Date.parse(message.sentAt) >= since &&
      /\b\d{6}\b/.test(message.text) &&
      `${message.subject}\n${message.text}`.includes(words),
  );
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

/** The link of the newest message to the address with a matching subject or text. */
export async function linkIn(url: string, address: string, like: RegExp): Promise<string> {
  const { text } = await messageTo(url, [address], (message) => like.test(message.subject) || like.test(message.text));
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in the message to ${address}`);
  return link;
}
