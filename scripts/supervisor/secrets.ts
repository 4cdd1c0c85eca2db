import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { removeTemporaryFiles, writeJsonFile } from '@fynbos/platform/atomic-json-file.ts';
import { ConfigurationError } from '@fynbos/platform/config/configuration-error.ts';
import { MADE_UP_PREFIX } from '@fynbos/platform/config/secret-strength.ts';
import type { SignIn } from '@fynbos/platform/service-process.ts';

/** The content of secrets.json. */
interface StoredSecrets {
  readonly masterKey: string;
  /** During a rotation: the next or the previous master key. Both decrypt; `masterKey` encrypts. */
  readonly nextMasterKey?: string;
  readonly formerMasterKey?: string;
  readonly jwtSecret: string;
  readonly postgresPassword: string;
  readonly adminPasswords: readonly [string, string];
  /** Admins were configured at the first start, so none are generated. */
  readonly adminsGiven: boolean;
}

export interface Secrets {
  /** Generated settings for a start outside production; configured ones win. */
  readonly environment: Readonly<Record<string, string>>;
  readonly postgresPassword: string;
  /** The generated admins with their passwords. */
  readonly signIns: readonly SignIn[];
  readonly file: string;
  readonly fresh: boolean;
}

/** The address of the first generated admin. */
export const GENERATED_ADMIN = 'admin@fynbosrewards.example';

/** 80 bits in four words without 0, o, 1 and l, which are easy to confuse. */
const newPassword = (): string => Array.from({ length: 4 }, newWord).join('-');
const newWord = (): string =>
  Array.from({ length: 4 }, () => 'abcdefghijkmnpqrstuvwxyz23456789'[randomInt(32)]).join('');
const newKey = (): string => `${MADE_UP_PREFIX}${randomBytes(32).toString('base64url')}`;

const secretsFileOf = (dataDir: string): string => path.join(dataDir, 'secrets.json');

/** Null if there are none. Throws if they cannot be read, so that new ones do not replace them. */
async function readSecrets(dataDir: string): Promise<StoredSecrets | null> {
  const file = secretsFileOf(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  try {
    return text === null ? null : (JSON.parse(text) as StoredSecrets);
  } catch {
    throw new ConfigurationError(
      `${file} is empty or damaged. Replace it with your copy: without its keys, the personal data cannot be read. If there is no data to keep, remove ${dataDir}; the next start creates it.`,
    );
  }
}

const writeSecrets = (dataDir: string, secrets: StoredSecrets): Promise<void> =>
  writeJsonFile(secretsFileOf(dataDir), secrets, 0o600);

export const hasSecrets = (dataDir: string): boolean => existsSync(secretsFileOf(dataDir));

/** The password of the first generated admin; undefined if the data folder has no secrets. */
export const generatedAdminPassword = async (dataDir: string): Promise<string | undefined> =>
  (await readSecrets(dataDir))?.adminPasswords[0];

async function changeSecrets(dataDir: string, next: (secrets: StoredSecrets) => StoredSecrets): Promise<void> {
  const secrets = await readSecrets(dataDir);
  if (secrets === null) throw new Error(`${dataDir} contains no secrets.json.`);
  await writeSecrets(dataDir, next(secrets));
}

/** A former master key still exists. Another rotation would lose the keys that depend on it. */
export class FormerKeyInUse extends Error {
  override readonly name = 'FormerKeyInUse';

  constructor() {
    super(
      'The previous rotation is not finished: its former key still exists. Run npm run rotate-master-key, then npm run rotate-master-key -- --drop.',
    );
  }
}

function assertNoFormerKey({ formerMasterKey }: Pick<StoredSecrets, 'formerMasterKey'>): void {
  if (formerMasterKey !== undefined) throw new FormerKeyInUse();
}

/** Can decrypt from the next start on; an existing one stays. Throws `FormerKeyInUse`. */
export const makeNextMasterKey = (dataDir: string): Promise<void> =>
  changeSecrets(dataDir, (secrets) => {
    assertNoFormerKey(secrets);
    return { nextMasterKey: newKey(), ...secrets };
  });

/** The previous one can still decrypt. False without a next key. Throws `FormerKeyInUse`. */
export async function promoteMasterKey(dataDir: string): Promise<boolean> {
  let promoted = false;
  await changeSecrets(dataDir, ({ nextMasterKey, ...secrets }) => {
    if (nextMasterKey === undefined) return secrets;
    assertNoFormerKey(secrets);
    promoted = true;
    return { ...secrets, masterKey: nextMasterKey, formerMasterKey: secrets.masterKey };
  });
  return promoted;
}

export const formerMasterKey = async (dataDir: string): Promise<string | undefined> =>
  (await readSecrets(dataDir))?.formerMasterKey;

/** Drops the previous master key. The caller has checked that no key depends on it. */
export const dropFormerMasterKey = (dataDir: string): Promise<void> =>
  changeSecrets(dataDir, ({ formerMasterKey: _dropped, ...secrets }) => secrets);

/**
 * Stored at the first start in DATA_DIR, readable by its owner only. In production only Postgres's password; missing
 * settings are refused elsewhere. Removes copies of killed writes. Throws `ConfigurationError` for a damaged file.
 */
export async function keepSecrets(dataDir: string, env: NodeJS.ProcessEnv): Promise<Secrets> {
  await removeTemporaryFiles(dataDir);
  const existing = await readSecrets(dataDir);
  const secrets: StoredSecrets = existing ?? {
    masterKey: newKey(),
    jwtSecret: newKey(),
    postgresPassword: randomBytes(24).toString('base64url'),
    adminPasswords: [newPassword(), newPassword()],
    adminsGiven: Boolean(env.ADMIN_EMAIL),
  };
  if (existing === null) await writeSecrets(dataDir, secrets);
  const { postgresPassword } = secrets;
  const common = { postgresPassword, file: secretsFileOf(dataDir), fresh: existing === null };
  if (env.NODE_ENV === 'production') return { ...common, environment: {}, signIns: [] };
  const others = [secrets.nextMasterKey, secrets.formerMasterKey].filter((one) => one !== undefined);
  const keys = {
    MASTER_KEY: secrets.masterKey,
    JWT_SECRET: secrets.jwtSecret,
    ...(others.length > 0 ? { MASTER_KEY_OTHERS: others.join(' ') } : {}),
  };
  if (secrets.adminsGiven || env.ADMIN_EMAIL) return { ...common, environment: keys, signIns: [] };
  const [first, second] = secrets.adminPasswords;
  const admins = {
    ADMIN_EMAIL: GENERATED_ADMIN,
    ADMIN_PASSWORD: first,
    ADMIN2_EMAIL: 'finance@fynbosrewards.example',
    ADMIN2_PASSWORD: second,
  };
  return {
    ...common,
    environment: { ...keys, ...admins },
    signIns: [
      { label: 'Admin', email: admins.ADMIN_EMAIL, password: first },
      { label: 'Second admin', email: admins.ADMIN2_EMAIL, password: second },
    ],
  };
}
