#!/usr/bin/env -S node --no-warnings
/**
 * Starts the installed Firefox and stands between it and Playwright, which takes this file for the
 * browser and speaks WebDriver BiDi with it.
 */
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { findFirefox } from '../../../scripts/ensure-browser.ts';
import { createRelay } from './relay.ts';

const firefox = spawn(findFirefox() ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal));
firefox.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));

const listening = /^WebDriver BiDi listening on (ws:\/\/\S+)$/;
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = listening.exec(line)?.[1];
  if (address === undefined) process.stderr.write(`${line}\n`);
  else listen(`${address}/session`);
});

function listen(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright) => connect(playwright, new WebSocket(address)));
  server.once('listening', () => {
    const { port } = server.address() as AddressInfo;
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
}

function connect(playwright: WebSocket, browser: WebSocket): void {
  const isOpen = new Promise((resolve) => browser.once('open', resolve));
  const relay = createRelay({
    toBrowser: (text) => void isOpen.then(() => browser.send(text)),
    toPlaywright: (text) => playwright.send(text),
  });
  playwright.on('message', (data) => relay.fromPlaywright(String(data)));
  browser.on('message', (data) => relay.fromBrowser(String(data)));
  playwright.on('close', () => browser.close());
  browser.on('close', () => playwright.close());
  browser.on('error', () => playwright.close());
}
