/**
 * A company that orders. The database refuses what can't be right (`private.checked_company`,
 * `private.is_vat_number`); this says it before anything is sent. Both follow tests/cases/vat-numbers.json.
 */
import { checkAddress, type Address, type CountryRules } from '#shared/address.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

/** As it is typed. */
export interface CompanyDraft {
  readonly name: string;
  readonly vatNumber: string;
  readonly purchaseNumber: string;
  readonly isBilledElsewhere: boolean;
  readonly billing: Address;
}

/** As it is sent. */
export interface Company {
  readonly name: string;
  readonly vatNumber: string;
  readonly purchaseNumber: string;
  readonly billing: Address | null;
}

/** What each of these countries writes behind its letters. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  // Written EL by everybody.
  GR: /^(?!)$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
};

/** Null for what has not the form of a VAT number. @example parseVatNumber('nl 0012.34.567.b01') // 'NL001234567B01' */
export function parseVatNumber(typed: string): string | null {
  const text = typed.replaceAll(/[\s.-]/g, '').toUpperCase();
  if (!/^[A-Z]{2}[A-Z0-9]{2,}$/.test(text)) return null;
  const form = forms[text.slice(0, 2)] ?? /^[A-Z\d]{2,14}$/;
  return form.test(text.slice(2)) ? text : null;
}

/** By field, as the database names them; what is not in it is right. */
export type CompanyFaults = Readonly<Record<string, string>>;

export function checkCompany(
  draft: CompanyDraft,
  rules: CountryRules | null,
): Result<Company, CompanyFaults> {
  const faults: Record<string, string> = {};
  const vatNumber = draft.vatNumber.trim() === '' ? '' : parseVatNumber(draft.vatNumber);
  if (draft.name.trim().length < 2) faults['company_name'] = 'Enter the name of the company.';
  if (vatNumber === null)
    faults['company_vat_number'] =
      'This is not a VAT number. It begins with the country, as in NL001234567B01.';
  // Bills go where parcels may not.
  const billed = rules === null ? null : { ...rules, ships: true };
  const billing = draft.isBilledElsewhere ? checkAddress(draft.billing, billed) : null;
  if (billing?.ok === false)
    for (const [field, problem] of Object.entries(billing.error))
      faults[`billing_${field}`] = problem;
  if (Object.keys(faults).length > 0) return fail(faults);
  return succeed({
    name: draft.name.trim(),
    vatNumber: vatNumber ?? '',
    purchaseNumber: draft.purchaseNumber.trim(),
    billing: billing?.ok === true ? billing.value : null,
  });
}
