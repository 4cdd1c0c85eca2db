import { appendFileSync, renameSync, statSync } from 'node:fs';

const largest = 10 * 1024 * 1024;

/** Where the lines of one process go. */
export interface LogFile {
  readonly path: string;
  line(text: string): void;
}

/** A file that keeps the newest 10 to 20 MB: when it is full it becomes `….old`, in place of the older one. */
export function openLogFile(path: string): LogFile {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    path,
    line(text) {
      try {
        if (size > largest) {
          renameSync(path, `${path}.old`);
          size = 0;
        }
        appendFileSync(path, `${text}\n`, { mode: 0o600 });
        size += text.length + 1;
      } catch {
        // A full disk must not end the product; what the log would have said is lost.
      }
    },
  };
}

/** Cuts what a stream brings into lines. */
export function eachLine(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  stream?.on('end', () => rest && take(rest));
}
