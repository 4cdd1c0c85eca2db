import { appendFileSync, renameSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';

const FULL_BYTES = 10 * 1024 * 1024;

export interface LogFile {
  readonly path: string;
  line(text: string): void;
}

/** Opens a log that keeps the newest 10 to 20 MB: a full file becomes `….old` and replaces the older one. */
export function openLogFile(path: string): LogFile {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    path,
    line(text) {
      try {
        if (size > FULL_BYTES) {
          renameSync(path, `${path}.old`);
          size = 0;
        }
        appendFileSync(path, `${text}\n`, { mode: 0o600 });
        size += text.length + 1;
      } catch {
        // A full disk must not end the product; the line is lost.
      }
    },
  };
}

export function eachLine(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', take);
}
