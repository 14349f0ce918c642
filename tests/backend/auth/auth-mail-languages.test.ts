import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { tellLanguage } from '#features/account/api/sign-in.ts';
import { choose } from '../../../scripts/local-supabase/auth/mails.ts';
import { readConfig } from '../../../scripts/local-supabase/config.ts';
import { codeIn } from '../../support/data/mailbox.ts';
import { type AuthBackend, goodPassword, newEmail, startAuthBackend } from './auth-backend.ts';

let backend: AuthBackend;
before(async () => {
  backend = await startAuthBackend({});
});
after(() => backend.stop());

async function signUp(data: object): Promise<string> {
  const email = newEmail();
  const { error } = await backend
    .client()
    .auth.signUp({ email, password: goodPassword, options: { data } });
  assert.equal(error, null);
  return email;
}

test('whoever signed up on German pages is written to in German, and everybody else in English', async () => {
  const signedUp = await Promise.all([{ language: 'de' }, {}, { language: 'da' }].map(signUp));
  const mails = await Promise.all(signedUp.map((email) => backend.mails.latest(email)));
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [
      'Bestätigen Sie Ihre Adresse für Keywright',
      'Confirm your address for Keywright',
      'Confirm your address for Keywright',
    ],
  );
  const [german, english] = mails;
  assert(german && english);
  assert.match(german.html, /<html lang="de">/);
  assert.match(german.text, /^Bestätigen Sie Ihre Adresse\n\nJemand, hoffentlich Sie, hat mit /);
  assert.doesNotMatch(german.html + german.text, /Confirm|\{\{/);
  assert.doesNotMatch(english.html + english.text, /Bestätigen|\{\{/);
});

test('an account made in German gets its codes and new passwords in German', async () => {
  const email = await signUp({ language: 'de' });
  const { auth } = backend.client();
  const token = codeIn(await backend.mails.latest(email));
  assert.equal((await auth.verifyOtp({ email, token, type: 'signup' })).error, null);
  assert.equal((await auth.resetPasswordForEmail(email)).error, null);
  const mail = await backend.mails.latest(email);
  assert.equal(mail.subject, 'Neues Passwort für Keywright wählen');
  assert.match(
    mail.text,
    /Oder geben Sie diesen Code auf der Seite ein, die danach fragt: \d{6}\n/,
  );
});

test('whoever goes over to English pages and saves their details there is written to in English', async () => {
  const email = await signUp({ language: 'de', name: 'Ada' });
  const client = backend.client();
  const token = codeIn(await backend.mails.latest(email));
  assert.equal((await client.auth.verifyOtp({ email, token, type: 'signup' })).error, null);
  await tellLanguage(client);
  const { data } = await client.auth.getUser();
  assert.deepEqual(
    [data.user?.user_metadata['language'], data.user?.user_metadata['name']],
    ['en', 'Ada'],
  );
  assert.equal((await client.auth.resetPasswordForEmail(email)).error, null);
  const mail = await backend.mails.latest(email);
  assert.equal(mail.subject, 'Choose a new password for Keywright');
});

test('each template says all of it in both languages, under the subject of the project', async () => {
  const config = await readConfig(process.cwd());
  const templates = config.at('auth.email.template') as Record<
    string,
    { readonly subject: string; readonly content_path: string }
  >;
  assert.equal(Object.keys(templates).length, 6);
  for (const { subject, content_path: file } of Object.values(templates)) {
    const html = await readFile(file, 'utf8');
    const text = await readFile(file.replace('.html', '.txt'), 'utf8');
    assert.equal(/<title>(.*)<\/title>/.exec(html)?.[1], subject, file);
    for (const template of [html.slice(html.indexOf('<body>')), text]) {
      const [, german = '', english = ''] = template.split(
        /\{\{ (?:if eq \.Data\.language "de"|else|end) \}\}/,
      );
      const valuesIn = (part: string) => part.match(/\{\{ \.\w+ \}\}|class="\w+"/g)?.toSorted();
      assert.ok(english.length > 100, file);
      assert.doesNotMatch(
        german.replaceAll(/<[^>]*>|\{\{.*?\}\}/g, ' '),
        /\b(?:the|you|your|this|it|accept|choose|confirm|enter|open|sign|code:)\b/i,
        file,
      );
      assert.deepEqual(valuesIn(german), valuesIn(english), file);
      assert.equal(german.trim().split('\n').length, english.trim().split('\n').length, file);
    }
  }
});

test('a template chooses as Go’s do: the first branch that holds, else the last, else nothing', () => {
  const [is, orIs] = ['{{ if eq .Data.a "1" }}one', '{{ else if eq .Data.b "2" }}two'];
  const tried = [{ a: '1', b: '2' }, { b: '2' }, { a: 1 }].map((data) => [
    choose(`<${is}${orIs}{{ else }}none{{ end }}>`, data),
    choose(`<${is}{{ end }}>`, data),
  ]);
  assert.deepEqual(tried, [
    ['<one>', '<one>'],
    ['<two>', '<>'],
    ['<none>', '<>'],
  ]);
});
