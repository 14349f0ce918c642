/**
 * The builder: a process of its own that builds the site whenever an editor has asked, and between
 * that draws the pictures in full where a first start left small ones.
 */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSite, findBuiltSite } from './build-site.ts';
import { createPublishQueue, type BuildRequest } from './publish-queue.ts';
import { publishRequest, reasonOf } from './publish-request.ts';
import { embeddedKeys, type Settings } from './settings.ts';

const lookEveryMs = 5_000;
const retryMs = 2_000;

const settings: Settings = JSON.parse(process.env['KEYWRIGHT_BUILDER'] ?? '{}');
const queue = createPublishQueue(settings.apiUrl, embeddedKeys.secretKey);
const leaving = new AbortController();
let woken = new AbortController();
/** Whether the pictures are full, or can't be; publishing may change either. */
let isSettled = false;

// The shop comes first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', () => woken.abort());
// Whoever started this process is gone, or wants it to go.
process.on('disconnect', () => leaving.abort());

function say(sentence: string): void {
  if (process.connected) process.send?.(sentence);
}

async function publish(request: BuildRequest): Promise<void> {
  try {
    say(await publishRequest(settings, queue, request, leaving.signal));
    isSettled = false;
  } catch (error) {
    say(`Publishing failed: ${reasonOf(error)}`);
  }
}

/** A first start shows small pictures soon; the full ones take minutes and give way to an editor. */
async function drawInFull(): Promise<void> {
  if (isSettled) return;
  isSettled = (await findBuiltSite(settings)).pictures !== 'preview';
  if (isSettled) return;
  const signal = AbortSignal.any([leaving.signal, woken.signal]);
  try {
    await buildSite(settings, { outFolder: settings.siteFolder, signal });
  } catch (error) {
    if (signal.aborted) return;
    isSettled = true;
    say(`The full pictures are not there yet: ${reasonOf(error)}`);
  }
}

async function untilAsked(): Promise<void> {
  const signal = AbortSignal.any([leaving.signal, woken.signal]);
  await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
}

async function work(): Promise<void> {
  await queue.requeueAbandoned();
  while (!leaving.signal.aborted) {
    woken = new AbortController();
    const request = await queue.claim();
    if (request) await publish(request);
    else {
      await drawInFull();
      if (!woken.signal.aborted) await untilAsked();
    }
  }
}

while (!leaving.signal.aborted) {
  try {
    await work();
  } catch (error) {
    if (leaving.signal.aborted) break;
    say(`The builder tries again: ${reasonOf(error)}`);
    await sleep(retryMs, undefined, { signal: leaving.signal }).catch(() => undefined);
  }
}
process.exit();
