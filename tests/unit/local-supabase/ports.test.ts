import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';

test('no port is found twice, or where the system takes those of connections that go out', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
  const [lowest = 32_768] = range.split(/\s+/).filter(Boolean).map(Number);
  const found = await Promise.all(Array.from({ length: 50 }, findFreePort));
  assert.equal(new Set(found).size, found.length);
  assert.ok(Math.max(...found) < lowest, `${Math.max(...found)} of ${lowest}`);
});
