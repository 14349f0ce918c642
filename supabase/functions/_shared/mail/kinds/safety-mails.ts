/**
 * Mails about a change of an account's safety, one kind for each that private.tell_of_safety queues.
 * Invariant: each says what changed, when, and what to do if somebody else did it.
 */
import type { MailContent } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';

export function whenOf(fields: MailFields, label = 'When'): NonNullable<MailContent['facts']> {
  const when = fields.moment('at');
  return when === '' ? [] : [[label, when]];
}

interface Change {
  readonly subject: string;
  readonly preview: string;
  readonly paragraphs: readonly string[];
  readonly facts?: NonNullable<MailContent['facts']>;
  readonly ifYou?: string;
  /** What to do if it was somebody else. */
  readonly ifNotYou?: string;
}

const nothingToDo = 'If this was you, you don’t need to do anything.';
const thatIsAll = 'If this was you, you don’t need to do anything.';
const lockedOut = 'If you can’t sign in any more, reply to this e-mail.';
const takeBack = `choose a new password now, then press “Sign out everywhere” in your details. ${lockedOut}`;

function mailOf(write: (fields: MailFields) => Change): (fields: MailFields) => MailContent {
  return (fields) => {
    const { subject, preview, paragraphs, facts = [], ...rest } = write(fields);
    const { ifYou = nothingToDo, ifNotYou = takeBack } = rest;
    return {
      subject,
      preview,
      heading: subject,
      paragraphs: [...paragraphs, ifYou, `If this was not you, ${ifNotYou}`],
      facts: [...whenOf(fields), ...facts],
      action: { label: 'Check your account', url: fields.page('/user/details') },
      footnote: 'We always e-mail you when the security of your account changes.',
    };
  };
}

const factorWords: Readonly<Record<string, string>> = {
  phone: 'phone number for codes',
  webauthn: 'passkey',
};

const factorOf = (fields: MailFields): string =>
  factorWords[fields.text('type')] ?? 'authenticator app';

const providerWords: Readonly<Record<string, string>> = {
  email: 'e-mail address and password',
  github: 'GitHub',
  google: 'Google',
};

const providerOf = (fields: MailFields): string =>
  providerWords[fields.text('provider')] ?? (fields.text('provider') || 'another service');

const devices = (count: number): string => (count === 1 ? '1 device' : `${count} devices`);

export const safetyMails: Readonly<Record<string, (fields: MailFields) => MailContent>> = {
  password_changed: mailOf((fields) =>
    fields.flag('is_first')
      ? {
          subject: 'Your account now has a password',
          preview: 'A password was set for your account.',
          paragraphs: ['A password was set for your account. Your other devices are signed out.'],
        }
      : {
          subject: 'Your password was changed',
          preview: 'Your account has a new password.',
          paragraphs: ['Your account has a new password. Your other devices are signed out.'],
        },
  ),
  email_changed: mailOf((fields) => ({
    subject: 'Your e-mail address was changed',
    preview: 'Your e-mail address has changed.',
    paragraphs: [
      'You can no longer sign in with this address. E-mails about your account now go to the new one.',
    ],
    facts: fields.text('new_email') === '' ? [] : [['New address', fields.text('new_email')]],
    ifNotYou: 'reply to this e-mail at once so that we can restore your account.',
  })),
  phone_changed: mailOf((fields) => {
    const ending = fields.text('ending');
    if (ending === '') {
      return {
        subject: 'Your phone number was removed',
        preview: 'Your account no longer has a phone number.',
        paragraphs: ['You can no longer sign in with your phone number.'],
      };
    }
    const done = fields.flag('is_first') ? 'added' : 'changed';
    return {
      subject: `Your phone number was ${done}`,
      preview: `A phone number was ${done}.`,
      paragraphs: ['You can now sign in with the number below.'],
      facts: [['Number ends in', ending]],
    };
  }),
  second_factor_added: mailOf((fields) => ({
    subject: `A new ${factorOf(fields)} protects your account`,
    preview: 'Signing in now has one more step.',
    paragraphs: [
      `From now on, signing in asks for your ${factorOf(fields)} as well as your password. Devices that had signed in without it have been signed out.`,
      `Create recovery codes now, in case you lose your ${factorOf(fields)}.`,
    ],
    ifYou: thatIsAll,
    ifNotYou: `reply to this e-mail at once: you can’t sign in without that ${factorOf(fields)}.`,
  })),
  second_factor_removed: mailOf((fields) => {
    const factor = factorOf(fields);
    const isCode = fields.text('by') === 'recovery_code';
    const how = isCode
      ? `A recovery code was used, so your ${factor} was removed from your account.`
      : `Your ${factor} was removed from your account.`;
    const rest = fields.flag('has_another')
      ? 'Another one still protects your account.'
      : 'Your password alone now opens your account, and your recovery codes no longer work. Add an app again as soon as you can.';
    return {
      subject: `Your ${factor} was removed`,
      preview: isCode ? 'A recovery code was used.' : how,
      paragraphs: [how, rest],
      ifYou: thatIsAll,
    };
  }),
  recovery_codes_made: mailOf((fields) => ({
    subject: 'You have new recovery codes',
    preview: 'New recovery codes were created for your account.',
    paragraphs: [
      fields.flag('had_some')
        ? 'New recovery codes were made for your account. The ones you had no longer work.'
        : 'New recovery codes were created for your account. Each works once in place of your authenticator app.',
    ],
    ifNotYou: `choose a new password now. Then open your details, create new codes, which ends these, and press “Sign out everywhere”. ${lockedOut}`,
  })),
  identity_linked: mailOf((fields) => ({
    subject: `You can sign in with ${providerOf(fields)} now`,
    preview: 'Your account has a new sign-in method.',
    paragraphs: [`You can now sign in to your account with ${providerOf(fields)}.`],
  })),
  identity_unlinked: mailOf((fields) => ({
    subject: `You can’t sign in with ${providerOf(fields)} any more`,
    preview: 'A sign-in method was removed from your account.',
    paragraphs: [`You can no longer sign in to your account with ${providerOf(fields)}.`],
  })),
  sessions_ended: mailOf((fields) => ({
    subject: `We signed out ${devices(fields.count('count'))}`,
    preview: 'Devices were signed out of your account.',
    paragraphs: [
      `Someone who is signed in to your account signed out ${devices(fields.count('count'))}.`,
    ],
  })),
  account_deletion_undone: mailOf(() => ({
    subject: 'Your account won’t be deleted',
    preview: 'The deletion was cancelled.',
    paragraphs: ['The deletion of your account was cancelled. Nothing was deleted.'],
  })),
};
