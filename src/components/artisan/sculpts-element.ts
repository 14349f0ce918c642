/** Loads the filters of the artisans page when they are turned to, or when the address asks for one. */
import { measureFarParts } from '../ui/far-parts.ts';
import { loadSoon, onIntent } from '../ui/late-code.ts';
import '../cart/add-intent.ts';

const loadFilter = () => import('./sculpts-filter.ts');
if (location.search === '') onIntent('keywright-sculpts form', loadFilter);
else loadSoon(loadFilter);

if (document.readyState === 'complete') measureFarParts();
else addEventListener('load', measureFarParts, { once: true });
