import { deleteDeskRows, insertDeskRow } from '#desk-kit/api/desk-rows.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { partnerTable } from './desk-texts.ts';

const key = ['partner_id', 'country_code'];

/** What keeps it from being so; null once it is. To say twice what is so already changes nothing. */
export async function serveCountry(
  partner_id: string,
  country_code: string,
  isServed: boolean,
): Promise<string | null> {
  const said = isServed
    ? await insertDeskRow('partner_countries', { partner_id, country_code }, key)
    : await deleteDeskRows('partner_countries', [
        { column: 'partner_id', operator: 'eq', value: partner_id },
        { column: 'country_code', operator: 'eq', value: country_code },
      ]);
  void partnerTable.reload();
  // Somebody else ticked it meanwhile.
  const isSo = said.ok || (isServed && said.error.code === '23505');
  return isSo ? null : askedAgain(said.error);
}
