/**
 * Invariant: what it says follows from the published bytes and the beacon's public key below, and from
 * nothing that this shop could change later.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { beacon, roundTime } from './beacon.ts';

/** What a list publishes by the time it is drawn. */
export interface PublishedDraw {
  readonly closesAt: string;
  readonly round: number;
  readonly entryIds: readonly string[];
  readonly entriesHash: string;
  readonly randomness: string | null;
  readonly signature: string | null;
  readonly ranking: readonly string[] | null;
}

export const drawSteps = ['entries', 'round', 'signature', 'randomness', 'ranking'] as const;
export type DrawStep = (typeof drawSteps)[number];

export interface StepResult {
  readonly step: DrawStep;
  /** `waiting` while the beacon has not spoken or the list is not drawn. */
  readonly outcome: 'holds' | 'fails' | 'waiting';
  /** What was computed here, to lay beside what was published. */
  readonly computed: string;
}

const hexOfText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** SHA-256 of the sorted ids joined by a newline. */
export function hashEntries(ids: readonly string[]): string {
  return hexOfText(ids.join('\n'));
}

/** Best first: by SHA-256 of `randomness:id`. */
export function rankEntries(ids: readonly string[], randomness: string): readonly string[] {
  return ids
    .map((id) => ({ id, score: hexOfText(`${randomness}:${id}`) }))
    .toSorted((a, b) => (a.score < b.score ? -1 : 1))
    .map(({ id }) => id);
}

export function randomnessOf(signature: string): string | null {
  return isHex(signature, 96) ? bytesToHex(sha256(hexToBytes(signature))) : null;
}

/** Whether the beacon itself signed this round. */
export function isSignedByBeacon(round: number, signature: string): boolean {
  if (!isHex(signature, 96) || !Number.isSafeInteger(round) || round < 1) return false;
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(round));
  const { shortSignatures } = bls12_381;
  try {
    const hashed = shortSignatures.hash(
      sha256(new Uint8Array(message.buffer)),
      beacon.domainSeparation,
    );
    return shortSignatures.verify(hexToBytes(signature), hashed, hexToBytes(beacon.publicKey));
  } catch {
    // Not a point of the curve: nobody signed that.
    return false;
  }
}

/** Every step by itself, so that a changed byte names the step that it breaks. */
export function verifyDraw(draw: PublishedDraw): readonly StepResult[] {
  return drawSteps.map((step) => verifyStep(step, draw));
}

export function verifyStep(step: DrawStep, draw: PublishedDraw): StepResult {
  return checks[step](draw);
}

const result = (step: DrawStep, holds: boolean, computed: string): StepResult => ({
  step,
  outcome: holds ? 'holds' : 'fails',
  computed,
});
const waiting = (step: DrawStep): StepResult => ({ step, outcome: 'waiting', computed: '' });

function checkEntries({ entryIds, entriesHash }: PublishedDraw): StepResult {
  const isSorted = entryIds.every((id, index) => index === 0 || (entryIds[index - 1] ?? '') < id);
  const computed = hashEntries(entryIds);
  return result('entries', isSorted && computed === entriesHash, computed);
}

function checkRound({ round, closesAt }: PublishedDraw): StepResult {
  const time = roundTime(round);
  return result('round', time.getTime() > Date.parse(closesAt), time.toISOString());
}

function checkSignature({ round, signature }: PublishedDraw): StepResult {
  if (signature === null) return waiting('signature');
  return result('signature', isSignedByBeacon(round, signature), beacon.publicKey);
}

function checkRandomness({ signature, randomness }: PublishedDraw): StepResult {
  if (signature === null || randomness === null) return waiting('randomness');
  const computed = randomnessOf(signature) ?? '';
  return result('randomness', computed === randomness, computed);
}

function checkRanking({ entryIds, randomness, ranking }: PublishedDraw): StepResult {
  if (randomness === null || ranking === null) return waiting('ranking');
  const computed = rankEntries(entryIds, randomness);
  const isSame = computed.length === ranking.length && computed.every((id, i) => id === ranking[i]);
  return result('ranking', isSame, hexOfText(computed.join('\n')));
}

const checks: Readonly<Record<DrawStep, (draw: PublishedDraw) => StepResult>> = {
  entries: checkEntries,
  round: checkRound,
  signature: checkSignature,
  randomness: checkRandomness,
  ranking: checkRanking,
};

function isHex(text: string, length: number): boolean {
  return text.length === length && /^[0-9a-f]+$/.test(text);
}
