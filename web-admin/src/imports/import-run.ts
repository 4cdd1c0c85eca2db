import { bearer } from '../api/session.ts';
import { type Report, ReportReader } from './import-report.ts';

export interface ImportProgress {
  /** Share of the file accepted by the server, 0 to 1. The server accepts lines no faster than it records them. */
  readonly sent: number;
  readonly report: Report;
}

export interface ImportRun {
  readonly report: Promise<Report>;
  /** Stops sending. Lines recorded so far stay recorded. */
  cancel(): void;
}

function refusalOf(request: XMLHttpRequest): Error {
  try {
    return new Error(
      (JSON.parse(request.responseText) as { message?: string }).message ?? `Answered ${request.status}.`,
    );
  } catch {
    return new Error(
      'The import could not be sent. Check the connection and try again: recorded lines are not imported twice.',
    );
  }
}

/** Minimum interval between progress updates, in milliseconds: a long file produces a result every few microseconds. */
const PROGRESS_INTERVAL_MS = 150;

/**
 * Sends a file as NDJSON and reports results as they arrive. Uses XMLHttpRequest, because fetch does not report upload
 * progress.
 */
export function runImport(file: Blob, dryRun: boolean, onProgress: (progress: ImportProgress) => void): ImportRun {
  const request = new XMLHttpRequest();
  const reader = new ReportReader();
  let sent = 0;
  let read = 0;
  let lastReportAt = 0;
  const readOn = (): void => {
    if (request.status !== 200) return;
    reader.take(request.responseText.slice(read));
    read = request.responseText.length;
  };
  const progress = (): void => {
    if (performance.now() - lastReportAt < PROGRESS_INTERVAL_MS) return;
    lastReportAt = performance.now();
    readOn();
    onProgress({ sent, report: reader.report() });
  };
  const report = new Promise<Report>((resolve, reject) => {
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
  return { report, cancel: () => request.abort() };
}
