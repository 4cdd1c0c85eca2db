import { bearer } from '../api/session.ts';
import { type Report, ReportReader } from './import-report.ts';

/** How far an import is. */
export interface ImportProgress {
  /** Share of the file that the server has taken, 0 to 1: it takes lines no faster than it records them. */
  readonly sent: number;
  readonly report: Report;
}

export interface ImportRun {
  readonly done: Promise<Report>;
  /** Stops sending; what was recorded until then stays recorded. */
  cancel(): void;
}

function refusalOf(request: XMLHttpRequest): Error {
  try {
    return new Error(
      (JSON.parse(request.responseText) as { message?: string }).message ?? `Answered ${request.status}.`,
    );
  } catch {
    return new Error(
      'The import could not be sent. Check the connection and try again: what was recorded is not doubled.',
    );
  }
}

/** How often the page is told, in milliseconds: a long file has an answer every few microseconds. */
const TELL_MS = 150;

/**
 * Sends a file of NDJSON to the import, and reads the answers while they come. An XMLHttpRequest, since fetch tells
 * nothing of how much of a body has been sent.
 */
export function runImport(file: Blob, dryRun: boolean, tell: (progress: ImportProgress) => void): ImportRun {
  const request = new XMLHttpRequest();
  const reader = new ReportReader();
  let sent = 0;
  let read = 0;
  let told = 0;
  const readOn = (): void => {
    if (request.status !== 200) return;
    reader.take(request.responseText.slice(read));
    read = request.responseText.length;
  };
  const progress = (): void => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    readOn();
    tell({ sent, report: reader.report() });
  };
  const done = new Promise<Report>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => {
      sent = total > 0 ? loaded / total : 0;
      progress();
    };
    request.onprogress = progress;
    request.onload = () => {
      if (request.status !== 200) {
        reject(refusalOf(request));
        return;
      }
      readOn();
      resolve(reader.report());
    };
    request.onerror = () => reject(refusalOf(request));
    request.onabort = () => {
      readOn();
      resolve(reader.report());
    };
  });
  request.open('POST', `/api/admin/import${dryRun ? '?dryRun=true' : ''}`);
  request.setRequestHeader('Content-Type', 'application/x-ndjson');
  request.setRequestHeader('Authorization', `Bearer ${bearer() ?? ''}`);
  request.send(file);
  return { done, cancel: () => request.abort() };
}
