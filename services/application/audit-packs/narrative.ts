import type { AuditPack } from '@fynbos/domain/audit-pack/audit-pack.ts';
import { formatDay, formatInstant } from '@fynbos/domain/format.ts';
import { escapeHtml } from '@fynbos/platform/escape-html.ts';
import type { PackContent, PackEntry } from './content.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
li{margin:0 0 1.25rem}table{border-collapse:collapse}td,th{text-align:left;padding:.125rem 1rem .125rem 0;vertical-align:top;overflow-wrap:anywhere}
small{opacity:.8}@media print{li{break-inside:avoid}}`;

const changesHtml = ({ changes }: PackEntry): string =>
  changes.length === 0
    ? ''
    : `<table><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr>${changes
        .map(
          ({ field, before, after }) =>
            `<tr><th scope="row">${escapeHtml(field)}</th><td><del>${escapeHtml(before)}</del></td><td><ins>${escapeHtml(after)}</ins></td></tr>`,
        )
        .join('')}</table>`;

const entryHtml = (entry: PackEntry): string =>
  `<li><strong>${escapeHtml(entry.sentence)}</strong><br><small>${formatInstant(entry.recordedAt)} · event ${escapeHtml(entry.id)}</small>` +
  (entry.reason ? `<br>Reason: “${escapeHtml(entry.reason)}”` : '') +
  (entry.approval ? `<br>${escapeHtml(entry.approval)}` : '') +
  changesHtml(entry) +
  (entry.others.length > 0 ? `<br><small>Same act: ${entry.others.map(escapeHtml).join('; ')}</small>` : '') +
  '</li>';

/** The narrative of a pack as one HTML file without scripts or external resources. */
export function narrativeHtml(
  programme: string,
  pack: AuditPack,
  createdBy: string,
  { recordNames, entries }: PackContent,
): string {
  const about = recordNames.length > 0 ? recordNames.join(', ') : 'the whole programme';
  return `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(`Audit pack: ${about}`)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(programme)}: audit pack</h1>
<p>About ${escapeHtml(about)}, from ${formatDay(pack.from)} to ${formatDay(pack.to)}. Created by ${escapeHtml(createdBy)} on ${formatInstant(pack.createdAt)}. ${entries.length} entries. Personal data is masked.</p>
<ol>${entries.map(entryHtml).join('\n')}</ol></body></html>\n`;
}
