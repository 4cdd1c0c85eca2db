import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pageOfRecord } from '@fynbos/domain/audit/record-kinds.ts';
import { expect, test } from 'vitest';
import { routeOf } from '../registry.ts';

const services = path.resolve(import.meta.dirname, '../../../services');
const SUBJECT_IN_SOURCE = /\bsubject: (?:'([^']+)'|`([^`]+)`)/g;

/** The subjects of requests and controls, as the source code of the server names them. */
const subjects = [
  ...new Set(
    readdirSync(services, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(api|application)\/.*(?<!\.test)\.ts$/.test(file) && !/\/(testing|node_modules)\//.test(file))
      .flatMap((file) => [...readFileSync(path.join(services, file), 'utf8').matchAll(SUBJECT_IN_SOURCE)])
      .map(([, plain, made = '']) => (plain ?? made).replace(/\$\{[^}]+\}/g, '1'))
      // Mails have a subject too, which is a sentence.
      .filter((subject) => /^[a-z-]+(\/[\w-]+)?$/.test(subject)),
  ),
].sort();

test('links the subject of every request and control to its page, or deliberately to none', () => {
  const pageOf = (subject: string) => {
    const link = pageOfRecord(subject);
    return link === null ? null : (routeOf(link.split('?')[0] as string) ?? 'a dead link');
  };
  expect(Object.fromEntries(subjects.map((subject) => [subject, pageOf(subject)]))).toEqual({
    'admins/1': '/admins/:id/*',
    // The administrator has no id before the approval.
    'admins/new-1': null,
    'approvals/1': '/approvals/:id/*',
    'bank-list/1': '/bank-list',
    'business-days/1': '/bank-list',
    journal: '/ledger',
    'payout-limits/1': '/bank-list',
    'payouts/1': '/payouts/:id/*',
    'promotions/1': '/promotions/:id/*',
    'reward-policy/1': '/reward-policy',
    'sars-rules/1': '/tax-years',
    'tax-years/1': '/tax-years/:id/*',
    'travel-agents/1': '/travel-agents/:id/*',
    'what-ifs/1': '/what-ifs/:id/*',
  });
});

test('does not link an unknown subject', () => {
  expect(pageOfRecord('something-new/1')).toBeNull();
});
