/** What the shop's own mails about an account say; those that prove an address come from auth. */
import type { MailContent } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';
import { whenOf } from './safety-mails.ts';

export const accountMails: Readonly<Record<string, (fields: MailFields) => MailContent>> = {
  account_deletion: (fields) => ({
    subject: 'Your account will be deleted',
    preview: `On ${fields.day('due_at')}, unless you cancel.`,
    heading: 'Your account will be deleted',
    facts: whenOf(fields, 'Requested'),
    paragraphs: [
      `As you asked, we will delete your account on ${fields.moment('due_at')}, with its addresses, designs and places on lists.`,
      'We keep your orders in our records without your name. An order still on its way keeps its address until it arrives.',
      'If you change your mind, or did not ask for this, cancel before then. You don’t need to sign in.',
    ],
    // Behind the #, so that it reaches no server, log or referrer.
    action: {
      label: 'Keep my account',
      url: `${fields.page('/user')}#undo=${encodeURIComponent(fields.text('token'))}`,
    },
    footnote:
      'If you did not ask for this, change your password as well: someone else may know it.',
  }),
};
