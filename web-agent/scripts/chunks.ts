import path from 'node:path';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Chunk {
  readonly name: string;
  /** Beginnings of paths below `web-agent`, below `services`, or of a package. */
  readonly files: readonly string[];
  readonly except?: readonly string[];
  readonly priority: number;
}

/** Chunks of named files. */
export const CHUNKS: readonly Chunk[] = [
  {
    name: 'form',
    files: [
      'src/forms/use-form.',
      'src/forms/use-values.',
      'src/forms/fields.',
      'src/forms/rules.',
      'src/forms/early-input.',
      'src/one-time-password/code-wait.',
    ],
    priority: 3,
  },
  { name: 'phone', files: ['libphonenumber-js', 'domain/identity/phone'], priority: 2 },
  {
    name: 'dialog',
    files: ['src/components/Dialog.', 'src/one-time-password/OtpDialog.', 'src/one-time-password/otp.'],
    priority: 2,
  },
  {
    name: 'more',
    files: [
      'src/forms/',
      'src/agent-fields/',
      'src/messages/',
      'src/one-time-password/lazy-dialog',
      'src/one-time-password/sent-to',
      'domain/identity/',
    ],
    // As `use-step-up`, which is not named above: a chunk that imports it must not be one that it imports.
    except: ['src/forms/saved-form'],
    priority: 1,
  },
  { name: 'view', files: ['src/format/', 'src/components/Amounts', 'domain/calendar'], priority: 1 },
];

const APP = path.resolve(import.meta.dirname, '../src/entry-client.tsx');
let frame: Set<string> | undefined;

/**
 * Whether the entry imports the module. The frame has these modules, which the pages share; the entry cannot contain
 * them, because it waits for the language (src/i18n).
 */
function isInFrame(id: string, modules: Modules): boolean {
  if (!frame) {
    frame = new Set([APP]);
    // The set grows while it is read.
    for (const found of frame)
      for (const imported of modules.getModuleInfo(found)?.importedIds ?? []) frame.add(imported);
  }
  return id !== APP && frame.has(id);
}

const anyOf = (files: readonly string[]): string => `(?:${files.join('|').replaceAll('.', '\\.')})`;

/** Chunks shared between pages; the first route needs only the first two. */
export const CHUNK_GROUPS = [
  {
    name: (id: string, modules: Modules) => (isInFrame(id, modules) ? 'frame' : null),
    priority: 4,
  },
  ...CHUNKS.map(({ name, files, except, priority }) => ({
    name,
    test: new RegExp(except ? `^(?!.*${anyOf(except)}).*${anyOf(files)}` : anyOf(files)),
    priority,
  })),
];
