import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';

/** An NDJSON call that is still being sent while its answers are read. */
export interface OpenStream {
  /** Sends a line and returns the next answer. */
  ask(line: object): Promise<Record<string, unknown>>;
  /** Ends the request body, and returns the answers that were not read yet. */
  end(): Promise<unknown[]>;
}

/** Opens a call that sends lines one by one and stays open until `end`. */
export function openStream(url: string, token: string): OpenStream {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  const call = request(url, { method: 'POST', headers });
  const answering = (once(call, 'response') as Promise<[IncomingMessage]>).then(([response]) =>
    createInterface(response)[Symbol.asyncIterator](),
  );
  return {
    async ask(line) {
      call.write(`${JSON.stringify(line)}\n`);
      const { value } = await (await answering).next();
      return JSON.parse(value as string);
    },
    async end() {
      call.end();
      const answers: unknown[] = [];
      const lines = await answering;
      for (let next = await lines.next(); !next.done; next = await lines.next()) answers.push(JSON.parse(next.value));
      return answers;
    },
  };
}
