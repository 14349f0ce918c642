// chunk: buying
/**
 * The one script of a product's page before a person acts: what is said now, and who loads what when
 * it is turned to. Invariant: no part of it is needed to read the page.
 */
import { storedText } from '#shared/stored-text.ts';
import { loadSoon, onIntent } from '#ui/late-code.ts';
import '#features/cart/ui/add-intent.ts';
import './live-facts-element.ts';

const loadOptions = () => import('./options-element.ts');
// Choices in the address are taken over at once.
if (location.search === '') onIntent('keywright-options', loadOptions);
else loadSoon(loadOptions);
const loadBar = () => import('./sticky-element.ts');
// On the first screen none of the page's own keys is at hand.
addEventListener('scroll', () => loadSoon(loadBar), { once: true });
onIntent('keywright-sticky', loadBar, true, true);
document.addEventListener('keywright:prices', () => loadSoon(loadOptions), { once: true });

const beside = 'keywright-gallery, keywright-share, keywright-shipping, keywright-follow';
onIntent(beside, () => import('./beside-elements.ts'), true);

// Where `remembered-country.ts` keeps it, whose code comes for whoever has one.
if (storedText('keywright:country')) loadSoon(() => import('./partner-order.ts'));
