import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captchaPage, readCaptcha } from '#build/published-files/captcha-page.ts';
import { contentSecurityPolicy } from '#build/published-files/content-security-policy.ts';
import { headersFile } from '#build/published-files/headers-file.ts';
import { headersFor, parseHeaders } from '../../../scripts/site-server/host-rules.ts';

const hosts = { backendUrl: '', sentryDsn: '', ingestUrl: '' };
const inline = { scripts: new Set<string>(), styles: new Set<string>() };

test('a shop without a site key has no captcha, and a provider that nobody knows stops the build', () => {
  assert.equal(readCaptcha({}), null);
  const set = { PUBLIC_CAPTCHA_SITE_KEY: 'key', PUBLIC_CAPTCHA_PROVIDER: 'recaptcha' };
  assert.throws(() => readCaptcha(set), /turnstile or hcaptcha/);
});

test('its page lets the provider’s code run, and its site key can’t end the script', () => {
  const siteKey = '</script><script>alert(1)</script>';
  const captcha = readCaptcha({ PUBLIC_CAPTCHA_SITE_KEY: siteKey });
  assert.ok(captcha);
  const { html, policy } = captchaPage(captcha);
  assert.equal(html.split('</script>').length, 2);
  assert.match(policy, /script-src 'sha256-[^']+' https:\/\/challenges\.cloudflare\.com;/);
  assert.match(policy, /frame-ancestors 'self'/);
});

test('it may be shown within the shop’s own pages, whose policies name no provider', () => {
  const rules = parseHeaders(headersFile('common', new Map(), { captcha: 'own' }));
  const headers = new Map(headersFor(rules, '/captcha'));
  assert.equal(headers.get('Content-Security-Policy'), 'own');
  assert.equal(headers.get('X-Frame-Options'), 'SAMEORIGIN');
  assert.match(
    contentSecurityPolicy({ ...hosts, showsCaptcha: true }, inline),
    /; frame-src 'self';/,
  );
  assert.doesNotMatch(contentSecurityPolicy(hosts, inline), /frame-src/);
});
