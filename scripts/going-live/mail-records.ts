/** What the domain of the sender says of whom it lets send: without these, mails end among spam. */
import { fault, ok, warning, type Finding } from './finding.ts';

/** The texts at a name; none where there is no such name. */
export type ReadTexts = (name: string) => Promise<readonly string[]>;

/** Where the common providers put their keys. */
const selectors = [
  'resend',
  'default',
  'selector1',
  'selector2',
  's1',
  'k1',
  'google',
  'mail',
  'pm',
  'mte1',
  'dkim',
];

/** @example domainOf('Keywright <hello@shop.example>') // 'shop.example' */
export function domainOf(sender: string): string | null {
  return /@([a-z0-9.-]+)>?\s*$/i.exec(sender)?.[1]?.toLowerCase() ?? null;
}

async function findKey(domain: string, given: string, read: ReadTexts): Promise<string | null> {
  for (const selector of given === '' ? selectors : [given]) {
    const texts = await read(`${selector}._domainkey.${domain}`);
    if (texts.some((text) => /(?:^|;)\s*p=[A-Za-z0-9+/]/.test(text))) return selector;
  }
  return null;
}

/** A domain below another may be covered by that one's policy. */
async function findPolicy(domain: string, read: ReadTexts): Promise<string | null> {
  const parts = domain.split('.');
  for (let first = 0; first <= parts.length - 2; first += 1) {
    const texts = await read(`_dmarc.${parts.slice(first).join('.')}`);
    const policy = texts.find((text) => /^v=DMARC1\b/i.test(text));
    if (policy !== undefined) return policy;
  }
  return null;
}

export async function checkMailRecords(
  domain: string,
  selector: string,
  read: ReadTexts,
): Promise<readonly Finding[]> {
  const spf = (await read(domain)).filter((text) => /^v=spf1\b/i.test(text));
  const key = await findKey(domain, selector, read);
  const policy = await findPolicy(domain, read);
  const records = 'Enter the record that the mail provider shows for this domain.';
  return [
    spf.length === 1
      ? ok(`SPF of ${domain}`)
      : fault(
          `${domain} has ${spf.length === 0 ? 'no SPF record' : 'more than one SPF record, which counts as none'}.`,
          records,
        ),
    key === null
      ? warning(
          `No DKIM key of ${domain} was found.`,
          `${records} Where it is there, name its selector in MAIL_DKIM_SELECTOR.`,
        )
      : ok(`DKIM of ${domain} (${key})`),
    policy === null
      ? warning(
          `${domain} has no DMARC record.`,
          `Enter "v=DMARC1; p=none" at _dmarc.${domain}, and make it stricter once mails arrive.`,
        )
      : ok(`DMARC of ${domain}`),
  ];
}
