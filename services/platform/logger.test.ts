import { PassThrough } from 'node:stream';
import { agentDetails, bankAccount } from '@fynbos/domain/agent/details.ts';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

const logged = (fields: object): string => {
  const destination = new PassThrough();
  createLogger('test', { level: 'info', destination }).info(fields, 'a message');
  return String(destination.read());
};

test.each([...Object.keys(agentDetails.shape), ...Object.keys(bankAccount.shape)])(
  'hides %s of an agent at the top and two levels down',
  (field) => {
    const secret = { [field]: 'a-secret-value' };
    const line = logged({ ...secret, agent: secret, call: { agent: secret } });
    expect(line).toContain('a message');
    expect(line).not.toContain('a-secret-value');
  },
);
