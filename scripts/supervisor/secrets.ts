import { randomBytes, randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { madeUpMark } from '@fynbos/platform/secret-strength.ts';
import type { SignIn } from '@fynbos/platform/service-process.ts';

interface Kept {
  readonly masterKey: string;
  /** While a rotation is under way: the master key to come, or the one before. Both open keys; `masterKey` wraps. */
  readonly nextMasterKey?: string;
  readonly formerMasterKey?: string;
  readonly jwtSecret: string;
  readonly postgresPassword: string;
  readonly adminPasswords: readonly [string, string];
  /** Admins were given at the first start, so none were made up then or later. */
  readonly adminsGiven: boolean;
}

export interface Secrets {
  /** What a start outside production fills into the environment where nothing was given. */
  readonly environment: Readonly<Record<string, string>>;
  readonly postgresPassword: string;
  /** The admins that were made up, with their passwords. */
  readonly signIns: readonly SignIn[];
  readonly file: string;
  readonly fresh: boolean;
}

/** Easy to read and type: no 0, o, 1, l. 80 bits in four words. */
const word = (): string => Array.from({ length: 4 }, () => 'abcdefghijkmnpqrstuvwxyz23456789'[randomInt(32)]).join('');
const password = (): string => [word(), word(), word(), word()].join('-');
const key = (): string => `${madeUpMark}${randomBytes(32).toString('base64url')}`;

async function write(file: string, kept: Kept): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(kept, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

async function change(dataDir: string, next: (kept: Kept) => Kept): Promise<void> {
  const file = path.join(dataDir, 'secrets.json');
  await write(file, next(JSON.parse(await readFile(file, 'utf8')) as Kept));
}

/** There is a former master key, and room for one only: another rotation would lose what still lies under it for ever. */
export class FormerKeyInUse extends Error {
  override readonly name = 'FormerKeyInUse';

  constructor() {
    super(
      'The rotation before is not over: its former key is still there. Run npm run rotate-master-key, then npm run rotate-master-key -- --drop.',
    );
  }
}

function refuseWithFormerKey({ formerMasterKey }: Pick<Kept, 'formerMasterKey'>): void {
  if (formerMasterKey !== undefined) throw new FormerKeyInUse();
}

/** Makes the master key to come; from the next start on it opens keys. One that is made already stays. Throws `FormerKeyInUse`. */
export const makeNextMasterKey = (dataDir: string): Promise<void> =>
  change(dataDir, (kept) => {
    refuseWithFormerKey(kept);
    return { nextMasterKey: key(), ...kept };
  });

/** Makes the key to come the current one; the one before goes on opening. Gives whether there was one to come. Throws `FormerKeyInUse`. */
export async function promoteMasterKey(dataDir: string): Promise<boolean> {
  let promoted = false;
  await change(dataDir, ({ nextMasterKey, ...kept }) => {
    if (nextMasterKey === undefined) return kept;
    refuseWithFormerKey(kept);
    promoted = true;
    return { ...kept, masterKey: nextMasterKey, formerMasterKey: kept.masterKey };
  });
  return promoted;
}

/** The master key before, which a rotation has not dropped yet; undefined where there is none. */
export const formerMasterKey = async (dataDir: string): Promise<string | undefined> =>
  (JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as Kept).formerMasterKey;

/** Drops the master key before. Whoever calls it has seen that nothing lies under it any more. */
export const dropFormerMasterKey = (dataDir: string): Promise<void> =>
  change(dataDir, ({ formerMasterKey: _dropped, ...kept }) => kept);

/**
 * Makes secrets up at the first start and keeps them in DATA_DIR, readable by its owner alone. In production only
 * Postgres's password is made: whatever else is missing there is refused elsewhere.
 */
export async function keepSecrets(dataDir: string, env: NodeJS.ProcessEnv): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json');
  const there = await readFile(file, 'utf8').catch(() => null);
  const kept: Kept = there
    ? (JSON.parse(there) as Kept)
    : {
        masterKey: key(),
        jwtSecret: key(),
        postgresPassword: randomBytes(24).toString('base64url'),
        adminPasswords: [password(), password()],
        adminsGiven: Boolean(env.ADMIN_EMAIL),
      };
  if (!there) {
    await write(file, kept);
  }
  const common = { postgresPassword: kept.postgresPassword, file, fresh: there === null };
  if (env.NODE_ENV === 'production') return { ...common, environment: {}, signIns: [] };
  const others = [kept.nextMasterKey, kept.formerMasterKey].filter((one) => one !== undefined);
  const keys = {
    MASTER_KEY: kept.masterKey,
    JWT_SECRET: kept.jwtSecret,
    ...(others.length > 0 ? { MASTER_KEY_OTHERS: others.join(' ') } : {}),
  };
  if (kept.adminsGiven || env.ADMIN_EMAIL) return { ...common, environment: keys, signIns: [] };
  const [first, second] = kept.adminPasswords;
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
