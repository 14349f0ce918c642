/** What the shop's own mails about an account say; those that prove an address come from auth. */
import type { MailContent } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';
import { whenOf } from './safety-mails.ts';

export const accountMails: Readonly<Record<string, (fields: MailFields) => MailContent>> = {
  account_deletion: (fields) => ({
    subject: 'Your account will be deleted',
    preview: `On ${fields.day('due_at')}, unless you take it back.`,
    heading: 'Your account will be deleted',
    facts: whenOf(fields),
    paragraphs: [
      `You asked for it, so on ${fields.moment('due_at')} your account goes, with its addresses, designs and list places.`,
      'Orders stay in our books without your name. One that is still on its way keeps its address until it has arrived.',
      'If you change your mind, or did not ask for this, take it back before then. You need not sign in for it.',
    ],
    // Behind the #, so that it reaches no server, log or referrer.
    action: {
      label: 'Keep my account',
      url: `${fields.page('/user')}#undo=${encodeURIComponent(fields.text('token'))}`,
    },
    footnote:
      'Did you not ask for this? Then change your password as well: someone else may know it.',
  }),
};
