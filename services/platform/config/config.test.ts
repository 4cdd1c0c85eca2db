import { describe, expect, test } from 'vitest';
import { InvalidSettings, loadConfig } from './config.ts';
import { demoProgramme } from './programme.ts';

const development = { DATABASE_URL: 'postgres://localhost/x', MASTER_KEY: 'made-up-a', JWT_SECRET: 'made-up-b' };
const production = {
  ...demoProgramme,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/x',
  MASTER_KEY: 'Zk3vQ9xT1mLr8sWb5yHc2nDf7gJp4aEu',
  JWT_SECRET: 'pX8wR2tY6uI1oP5aS9dF3gH7jK4lZ0xC',
  PUBLIC_URL: 'https://rewards.example',
  SMTP_URL: 'smtp://mail:25',
  SMS_URL: 'https://sms.example/send',
  TRUSTED_PROXIES: '172.28.0.0/16',
};

function problems(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems;
    throw error;
  }
}

describe('settings outside production', () => {
  test('uses the documented defaults for settings that are absent', () => {
    const config = loadConfig(development);
    expect(config).toMatchObject({
      port: 8080,
      redisUrl: null,
      eventStoreUrl: null,
      publicUrl: 'http://localhost:8080',
      rateLimitScale: 1,
    });
    expect(config.demo).toEqual({ enabled: true, scale: 1, secret: null });
    expect(config.programme).toMatchObject({ PROGRAMME_NAME: 'Fynbos Rewards', TRACKING_NUMBER_PREFIX: 'FT' });
  });

  test('are absent when blank, and DEMO=0 means no demo data', () => {
    expect(loadConfig({ ...development, REDIS_URL: ' ', DEMO: '0' })).toMatchObject({
      redisUrl: null,
      demo: { enabled: false },
    });
  });

  test('are reported with all their problems together, by the name of their variable', () => {
    const found = problems({
      ...development,
      PORT: '70000',
      REDIS_URL: 'http://x',
      ADMIN_EMAIL: 'a@b.example',
      DEMO_SCALE: '-1',
    });
    expect(found).toEqual([
      'PORT must be a port number.',
      'REDIS_URL must be an address that begins with redis:// or rediss://.',
      'DEMO_SCALE must be over 0.',
      'ADMIN_EMAIL and ADMIN_PASSWORD are needed together.',
    ]);
  });
});

describe('TRUSTED_PROXIES', () => {
  test.each([
    ['none', []],
    ['loopback', ['loopback']],
    ['10.1.2.3, 172.28.0.0/16,fd00::/8', ['10.1.2.3', '172.28.0.0/16', 'fd00::/8']],
  ])('%s is accepted', (text, expected) => {
    expect(loadConfig({ ...production, TRUSTED_PROXIES: text }).trustedProxies).toEqual(expected);
  });

  test.each(['0.0.0.0/0', '0.0.0.0', '::/0', '0.0.0.0/1,128.0.0.0/1', '10.0.0.0/33', 'nonsense', 'none,10.0.0.1'])(
    '%s is refused by name, with every other problem',
    (text) => {
      const found = problems({ ...production, TRUSTED_PROXIES: text, BANK_USER_CODE: 'x' });
      expect(found).toEqual([
        expect.stringMatching(/^TRUSTED_PROXIES must be addresses or networks/),
        'BANK_USER_CODE must be four capital letters or digits.',
      ]);
    },
  );

  test('is required in production and not elsewhere', () => {
    const { TRUSTED_PROXIES: _absent, ...others } = production;
    expect(problems(others)).toEqual([expect.stringMatching(/^TRUSTED_PROXIES is required when NODE_ENV=production/)]);
    expect(loadConfig(development).trustedProxies).toEqual([]);
  });
});

test('PAYMENT_LIMIT is Rand that every payment file can hold, R5 million where it is absent', () => {
  const limitOf = (env: object) => loadConfig({ ...production, ...env }).programme.PAYMENT_LIMIT;
  expect([{}, { PAYMENT_LIMIT: '250000.50' }, { PAYMENT_LIMIT: '999999999.99' }].map(limitOf)).toEqual([
    5_000_000_00, 250_000_50, 999_999_999_99,
  ]);
  for (const wrong of ['1000000000', '-1', '1e6', '5 000'])
    expect(problems({ ...production, PAYMENT_LIMIT: wrong })).toEqual([
      expect.stringMatching(/^PAYMENT_LIMIT must be/),
    ]);
});

describe('the address of the event store', () => {
  test.each([
    'esdb://eventstore:2113?tls=false',
    'esdb://127.0.0.1',
    'esdb://one:2113,two:2113,three:2113?tls=false&nodePreference=leader',
    'esdb://admin:c%40n,ge%3Ait@one.example:2113,two.example/?tls=true',
    'esdb+discover://cluster.example:2113',
    'kurrentdb://one:2113,two:2113',
    'kurrentdb+discover://cluster.example',
  ])('%s is accepted', (address) => {
    expect(loadConfig({ ...development, EVENTSTORE_URL: address }).eventStoreUrl).toBe(address);
  });

  test.each([
    'http://one:2113',
    'esdb://',
    'esdb://one:2113,',
    'esdb://one:2113,,two:2113',
    'esdb://one:99999',
    'esdb://one:two',
    'esdb://one two',
    'esdb://admin@one',
    'esdb://one?tls',
    'one:2113',
  ])('%s is refused', (address) => {
    expect(problems({ ...development, EVENTSTORE_URL: address })).toEqual([
      expect.stringContaining('EVENTSTORE_URL must be an address such as esdb://host:2113'),
    ]);
  });
});

describe('settings in production', () => {
  test('are accepted if they are complete, without demo data and with the rate limits as they are', () => {
    expect(loadConfig({ ...production, RATE_LIMIT_SCALE: '100' })).toMatchObject({
      production: true,
      demo: { enabled: false },
      rateLimitScale: 1,
    });
  });

  test.each([
    'MASTER_KEY',
    'JWT_SECRET',
    'PUBLIC_URL',
    'SMTP_URL',
    'SMS_URL',
    'SUPPORT_EMAIL',
    'EMPLOYER_PAYE_REFERENCE',
    'BANK_USER_CODE',
    'PAYER_ACCOUNT_NUMBER',
  ])('%s is required', (name) => {
    expect(problems({ ...production, [name]: undefined })).toEqual([`${name} is required when NODE_ENV=production.`]);
  });

  test.each([
    [
      'MASTER_KEY',
      'made-up-Zk3vQ9xT1mLr8sWb5yHc2nDf7gJp4aEu',
      'MASTER_KEY is a made-up value of a start outside production.',
    ],
    ['JWT_SECRET', 'short', 'JWT_SECRET is too weak: it has 5 characters, at least 32 are needed.'],
    ['JWT_SECRET', 'a'.repeat(40), 'JWT_SECRET is too weak: it has fewer than 10 different characters.'],
    ['MASTER_KEY', 'Zk3vQ9xT1mLr8sWb'.repeat(2), 'MASTER_KEY is too weak: it repeats itself.'],
    [
      'MASTER_KEY',
      'abcdefghijklmnopqrstuvwxyzABCDEF',
      'MASTER_KEY is too weak: it contains a sequence of neighbouring characters.',
    ],
    ['MASTER_KEY', 'please-change-me-Zk3vQ9xT1mLr8sWb5', 'MASTER_KEY is too weak: it contains a word of placeholders.'],
    ['JWT_SECRET', production.MASTER_KEY, 'JWT_SECRET must differ from MASTER_KEY.'],
    ['DEMO', '1', 'DEMO is impossible when NODE_ENV=production.'],
    ['DEMO_SECRET', 'Q7wE2rT9yU4iO1pA6sD3fG8hJ5kL0zXc', 'DEMO_SECRET is impossible when NODE_ENV=production.'],
    ['PUBLIC_URL', 'http://rewards.example', 'PUBLIC_URL must begin with https:// when NODE_ENV=production.'],
  ])('%s = %s is refused', (name, value, message) => {
    expect(problems({ ...production, [name]: value })).toEqual([message]);
  });
});
