/** Stands in for Turnstile: its script shows a key, and its check believes what that key answered. */
import { startHttpServer } from '../../scripts/local-supabase/http-server.ts';

const script = `
window.turnstile = {
  render(place, { sitekey, callback }) {
    const key = document.createElement('button');
    key.textContent = 'I am a person';
    key.addEventListener('click', () => callback('person for ' + sitekey));
    place.append(key);
    return 'first';
  },
  reset() {},
};
window.keywrightCaptcha();
`;

const secret = 'captcha-secret';

/** `environment` is what the site is built with and its functions are given. */
export async function startCaptchaProvider() {
  const server = await startHttpServer({
    port: 0,
    async handle(request) {
      if (new URL(request.url).pathname === '/api.js')
        return new Response(script, { headers: { 'content-type': 'text/javascript' } });
      const form = new URLSearchParams(await request.text());
      const success =
        form.get('secret') === secret && form.get('response') === 'person for test-site';
      return Response.json({ success });
    },
  });
  const url = `http://localhost:${server.port}`;
  return {
    environment: {
      PUBLIC_CAPTCHA_SITE_KEY: 'test-site',
      PUBLIC_CAPTCHA_URL: `${url}/api.js`,
      CAPTCHA_SECRET_KEY: secret,
      CAPTCHA_API_URL: `${url}/siteverify`,
    },
    close: () => server.close(),
  };
}
