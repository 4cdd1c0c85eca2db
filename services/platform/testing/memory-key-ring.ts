import { randomBytes } from 'node:crypto';
import { type KeyRing, keyedHasher, masterKeyOf } from '../crypto/keys.ts';

export function memoryKeyRing(secret = 'a master key for tests, of no value'): KeyRing {
  const keys = new Map<string, Buffer | null>();
  return {
    keysFor: async (subjects, { create }) => {
      for (const subject of subjects) if (create && !keys.has(subject)) keys.set(subject, randomBytes(32));
      return new Map(
        subjects.flatMap((subject) => (keys.get(subject) ? [[subject, keys.get(subject) as Buffer]] : [])),
      );
    },
    destroy: async (subject) => void keys.set(subject, null),
    keyedHash: keyedHasher(masterKeyOf(secret)),
  };
}
