import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handleCaptcha } from '../../../supabase/functions/captcha/handler.ts';
import { createVerifier } from '../../../supabase/functions/captcha/verifier.ts';

const key = '6f1c1d1e-0000-4000-8000-000000000001';

const ask = async (body: unknown, isPerson: boolean | null) => {
  const passed: string[] = [];
  const request = new Request('https://api.test/functions/v1/captcha', {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const answer = await handleCaptcha(request, {
    verify: isPerson === null ? null : () => Promise.resolve(isPerson),
    pass: (passedKey) => Promise.resolve(void passed.push(passedKey)),
  });
  const text = await answer.text();
  return { status: answer.status, hint: text === '' ? '' : JSON.parse(text).hint, passed };
};

test('a pass is given for the one order, once the provider stands by the answer', async () => {
  assert.deepEqual(await ask({ key, answer: 'solved' }, true), {
    status: 204,
    hint: '',
    passed: [key],
  });
});

test('a wrong answer, an odd key and a shop without a secret give none', async () => {
  const refusals = [
    [{ key, answer: 'forged' }, false, 'captcha_failed'],
    [{ key, answer: '' }, true, 'captcha_failed'],
    [{ key, answer: 'x'.repeat(9000) }, true, 'captcha_failed'],
    [{ key: 'odd', answer: 'solved' }, true, 'incomplete'],
    [null, true, 'incomplete'],
    [{ key, answer: 'solved' }, null, 'no_captcha'],
  ] as const;
  for (const [body, isPerson, hint] of refusals) {
    const told = await ask(body, isPerson);
    assert.deepEqual([told.hint, told.passed], [hint, []]);
  }
});

test('without a secret, or with a provider that nobody knows, nothing is verified', () => {
  assert.equal(createVerifier({}), null);
  assert.equal(createVerifier({ CAPTCHA_SECRET_KEY: 's', CAPTCHA_PROVIDER: 'toString' }), null);
  assert.notEqual(createVerifier({ CAPTCHA_SECRET_KEY: 's', CAPTCHA_PROVIDER: 'hcaptcha' }), null);
});
