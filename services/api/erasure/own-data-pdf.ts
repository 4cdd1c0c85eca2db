import { newDocument } from '../pdf/document.ts';
import type { OwnData } from './own-data.ts';

const MARGIN = 48;
const INK = '#1b211d';
const GREEN = '#1d4d36';

/** `physicalAddressLine1` → `Physical address line 1`. */
const words = (field: string): string => {
  const text = field.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(shown).join(', ') || '–' : String(value);
};

/** Everything the programme stores about an agent as an A4 document. The caller pipes it. */
export function ownDataPdf(data: OwnData, programme: string): PDFKit.PDFDocument {
  const document = newDocument({ title: `My data at ${programme}`, margin: MARGIN });
  const title = (text: string) =>
    document.moveDown(0.8).font('Helvetica-Bold').fontSize(13).fillColor(GREEN).text(text).moveDown(0.3);
  const facts = (record: object) => {
    document.fontSize(10).fillColor(INK);
    for (const [field, value] of Object.entries(record)) {
      document
        .font('Helvetica-Bold')
        .text(`${words(field)}: `, { continued: true })
        .font('Helvetica')
        .text(shown(value));
    }
  };
  const list = (records: readonly object[]) => {
    if (records.length === 0) document.font('Helvetica').fontSize(10).fillColor(INK).text('Nothing.');
    document.font('Helvetica').fontSize(9).fillColor(INK);
    for (const record of records) document.text(Object.values(record).map(shown).join(' · ')).moveDown(0.2);
  };
  document.font('Helvetica-Bold').fontSize(18).fillColor(GREEN).text(`My data at ${programme}`);
  document.font('Helvetica').fontSize(10).fillColor(INK).text(`As of ${data.exportedAt}`);
  title('You and your agency');
  facts(data.person);
  title('Banking');
  facts(data.banking);
  title('Consents and notices');
  facts({ ...data.consents, ...data.notices });
  title('Rewards');
  list(data.rewards);
  title('People you referred');
  list(data.referrals);
  title('Enquiries');
  list(data.enquiries);
  title('Sessions');
  list(data.sessions);
  title('What happened to your account');
  list(data.history);
  document.end();
  return document;
}
