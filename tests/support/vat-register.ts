/** Stands in for VIES: what it answers, and how it fails, is told by the number. */
import { startHttpServer } from '../../scripts/local-supabase/http-server.ts';

/** Numbers of the right form, by what the register makes of them. */
export const registerNumbers = {
  known: 'DE123456789',
  nameless: 'ESX1234567X',
  unknown: 'DE000000000',
  countryAway: 'FR12345678901',
  broken: 'IT12345678901',
  odd: 'PL1234567890',
} as const;

export interface RegisterQuestion {
  readonly countryCode: string;
  readonly vatNumber: string;
  readonly requesterMemberStateCode: string;
  readonly requesterNumber: string;
}

const answers: Readonly<Record<string, (question: RegisterQuestion) => Response>> = {
  DE000000000: (asked) => Response.json({ ...asked, valid: false, name: '---', address: '---' }),
  FR12345678901: () =>
    Response.json({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }),
  IT12345678901: () => new Response('<html>Bad gateway</html>', { status: 502 }),
  PL1234567890: () => new Response('{"valid": "yes"'),
  ESX1234567X: (asked) => Response.json({ ...asked, valid: true, name: '---', address: '---' }),
};

export async function startVatRegister() {
  const questions: RegisterQuestion[] = [];
  const server = await startHttpServer({
    port: 0,
    async handle(request) {
      if (new URL(request.url).pathname !== '/check-vat-number')
        return new Response(null, { status: 404 });
      const asked: RegisterQuestion = await request.json();
      questions.push(asked);
      const special = answers[asked.countryCode + asked.vatNumber];
      if (special !== undefined) return special(asked);
      return Response.json({
        ...asked,
        valid: true,
        requestIdentifier: 'WAPIAAAAX1234567',
        name: 'SAMPLE GMBH',
        address: 'Sample Street 1\n10115 Berlin',
      });
    },
  });
  return {
    questions,
    environment: { VIES_API_URL: `http://localhost:${server.port}` },
    close: () => server.close(),
  };
}
