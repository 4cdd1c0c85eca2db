import { randomBytes, randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { madeUpMark } from '@fynbos/platform/config/secret-strength.ts';
import type { SignIn } from '@fynbos/platform/service-process.ts';

interface Kept {
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

/** Four words of 80 bits without 0, o, 1 and l, which are easy to confuse. */
const word = (): string => Array.from({ length: 4 }, () => 'abcdefghijkmnpqrstuvwxyz23456789'[randomInt(32)]).join('');
const password = (): string => [word(), word(), word(), word()].join('-');
const key = (): string => `${madeUpMark}${randomBytes(32).toString('base64url')}`;

async function write(file: string, secrets: Kept): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

async function change(dataDir: string, next: (secrets: Kept) => Kept): Promise<void> {
  const file = path.join(dataDir, 'secrets.json');
  await write(file, next(JSON.parse(await readFile(file, 'utf8')) as Kept));
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

function assertNoFormerKey({ formerMasterKey }: Pick<Kept, 'formerMasterKey'>): void {
  if (formerMasterKey !== undefined) throw new FormerKeyInUse();
}

/**
 * Generates the next master key, which can decrypt from the next start on; keeps an existing one. Throws
 * `FormerKeyInUse`.
 */
export const makeNextMasterKey = (dataDir: string): Promise<void> =>
  change(dataDir, (secrets) => {
    assertNoFormerKey(secrets);
    return { nextMasterKey: key(), ...secrets };
  });

/**
 * Makes the next key the current one; the previous one can still decrypt. Returns false without a next key. Throws
 * `FormerKeyInUse`.
 */
export async function promoteMasterKey(dataDir: string): Promise<boolean> {
  let promoted = false;
  await change(dataDir, ({ nextMasterKey, ...secrets }) => {
    if (nextMasterKey === undefined) return secrets;
    assertNoFormerKey(secrets);
    promoted = true;
    return { ...secrets, masterKey: nextMasterKey, formerMasterKey: secrets.masterKey };
  });
  return promoted;
}

/** The previous master key, until it is dropped. */
export const formerMasterKey = async (dataDir: string): Promise<string | undefined> =>
  (JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as Kept).formerMasterKey;

/** Drops the previous master key. The caller has checked that no key depends on it. */
export const dropFormerMasterKey = (dataDir: string): Promise<void> =>
  change(dataDir, ({ formerMasterKey: _dropped, ...secrets }) => secrets);

/**
 * Generates secrets at the first start and keeps them in DATA_DIR, readable only by its owner. In production only the
 * password of Postgres is generated; missing settings are refused elsewhere.
 */
export async function keepSecrets(dataDir: string, env: NodeJS.ProcessEnv): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json');
  const existing = await readFile(file, 'utf8').catch(() => null);
  const secrets: Kept = existing
    ? (JSON.parse(existing) as Kept)
    : {
        masterKey: key(),
        jwtSecret: key(),
        postgresPassword: randomBytes(24).toString('base64url'),
        adminPasswords: [password(), password()],
        adminsGiven: Boolean(env.ADMIN_EMAIL),
      };
  if (!existing) {
    await write(file, secrets);
  }
  const common = { postgresPassword: secrets.postgresPassword, file, fresh: existing === null };
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
    ADMIN_EMAIL: 'admin@fynbosrewards.example',
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
