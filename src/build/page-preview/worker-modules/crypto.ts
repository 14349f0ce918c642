/** What pages ask of `node:crypto`: the hash of a text, at once. */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export function createHash(name: string) {
  const hash = (name === 'sha1' ? sha1 : sha256).create();
  const made = {
    update(text: string) {
      hash.update(new TextEncoder().encode(text));
      return made;
    },
    digest(form: 'hex' | 'base64') {
      const bytes = hash.digest();
      return form === 'hex' ? bytesToHex(bytes) : btoa(String.fromCharCode(...bytes));
    },
  };
  return made;
}
