/** Draws what the key of `FollowForm.astro` opens: nobody sees it before its code is there. */
import button from '#ui/styles/button.module.css';
import field from '#ui/styles/field.module.css';
import { part } from '#ui/drawn-part.ts';

function addressField(): HTMLLabelElement {
  const input = part('input', field['input']);
  Object.assign(input, { type: 'email', autocomplete: 'email', maxLength: 254, required: true });
  const label = part('label', field['field'], part('span', field['label'], 'E-mail'), input);
  label.dataset['address'] = '';
  return label;
}

export function followForm(isStock: boolean): HTMLFormElement {
  const key = part(
    'button',
    `${button['button']} ${button['primary']}`,
    isStock ? 'Tell me once' : 'Follow',
  );
  const then = isStock ? 'Then one more, when it is back.' : 'You can unsubscribe in any e-mail.';
  const how = part('p', field['hint'], `We’ll send one e-mail to confirm your address. ${then}`);
  how.dataset['how'] = '';
  const form = part('form', undefined, addressField(), key, how);
  // Outside of a dialog this method does nothing: an address can't get into that of the page.
  form.method = 'dialog';
  form.noValidate = true;
  return form;
}
