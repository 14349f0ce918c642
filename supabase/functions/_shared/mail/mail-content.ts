/**
 * What a mail says, without how it looks. Every kind of mail is written as this, so that its HTML and
 * its text can't tell different stories.
 */
export interface MailLine {
  readonly title: string;
  readonly detail: string;
  readonly amount: string;
  readonly picture: string | null;
  /** Where the title leads, where lines are what the mail is about. */
  readonly url?: string;
}

export interface MailContent {
  readonly subject: string;
  /** What a mail program shows behind the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly lines?: readonly MailLine[];
  readonly totals?: readonly (readonly [label: string, amount: string])[];
  /** Facts that are read as a table: bank details, a hash, old and new dates. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** What a banking app reads, as a square code below the facts. */
  readonly code?: { readonly text: string; readonly label: string };
  readonly action?: { readonly label: string; readonly url: string };
  /** Smaller, at the end. */
  readonly footnote?: string;
  /** How to end what this mail came from, in one press: a link at its foot and in its head. */
  readonly ending?: { readonly label: string; readonly url: string };
}
