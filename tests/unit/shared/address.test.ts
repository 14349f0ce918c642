import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  addressFields,
  addressLines,
  addressWarning,
  checkAddress,
  emptyAddress,
  type CountryRules,
} from '#shared/address.ts';

const netherlands: CountryRules = {
  code: 'NL',
  name: 'Netherlands',
  ships: true,
  region_label: '',
  postcode_label: 'Postcode',
  postcode_pattern: '\\d{4} ?[A-Z]{2}',
};
const states: CountryRules = {
  ...netherlands,
  code: 'US',
  name: 'United States',
  region_label: 'State',
  postcode_label: 'ZIP code',
  postcode_pattern: '\\d{5}(-\\d{4})?',
};
const kosovo: CountryRules = {
  ...netherlands,
  code: 'XK',
  name: 'Kosovo',
  postcode_pattern: '\\d{5}',
};
const ireland: CountryRules = {
  ...netherlands,
  code: 'IE',
  postcode_pattern: '',
  postcode_label: '',
};
const home = { ...emptyAddress, name: 'Ada', line1: 'Street 1', city: 'Utrecht', country: 'nl' };

describe('addresses', () => {
  test('fields follow the country, and each has its own words', () => {
    const names = (rules: CountryRules) =>
      addressFields(rules)
        .map(({ name }) => name)
        .join(' ');
    assert.equal(names(netherlands), 'name line1 line2 postcode city phone');
    assert.equal(names(states), 'name line1 line2 city postcode region phone');
    assert.equal(names(ireland), 'name line1 line2 city phone');
    assert(addressFields(states).some(({ label }) => label === 'ZIP code'));
  });

  test('everything that is missing is said at once', () => {
    const checked = checkAddress(emptyAddress, states);
    assert(!checked.ok);
    assert.deepEqual(Object.keys(checked.error).toSorted(), [
      'city',
      'line1',
      'name',
      'postcode',
      'region',
    ]);
    const nowhere = checkAddress(home, null);
    assert(!nowhere.ok && nowhere.error.country !== undefined);
    const barred = checkAddress({ ...home, postcode: '1' }, { ...netherlands, ships: false });
    assert(!barred.ok && /do not ship/.test(barred.error.country ?? ''));
  });

  test('what is kept is tidy, without what the country does not have', () => {
    const checked = checkAddress(
      { ...home, postcode: ' 3511  ab ', region: 'Utrecht' },
      netherlands,
    );
    assert(checked.ok);
    assert.equal(checked.value.postcode, '3511 AB');
    assert.equal(checked.value.region, '');
    assert.equal(checked.value.country, 'NL');
  });

  test('a postcode that looks wrong warns and stops nobody, in Kosovo too', () => {
    const odd = { ...home, postcode: '10000X', country: 'XK' };
    assert(checkAddress(odd, kosovo).ok);
    assert.match(addressWarning(odd, kosovo) ?? '', /Kosovo/);
    assert.equal(addressWarning({ ...odd, postcode: '10000' }, kosovo), null);
    assert.equal(addressWarning(odd, { ...kosovo, postcode_pattern: '(' }), null);
  });

  test('lines are written as on an envelope', () => {
    const address = { ...home, country: 'NL', postcode: '3511 AB' };
    assert.deepEqual(addressLines(address, netherlands), [
      'Ada',
      'Street 1',
      '3511 AB Utrecht',
      'Netherlands',
    ]);
  });
});
