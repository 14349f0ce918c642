/** Loads the filters of the artisans page when they are turned to, or when the address asks for one. */
import { loadSoon, onIntent } from '#ui/late-code.ts';
import '#features/cart/ui/add-intent.ts';
import './rest-of-page.ts';

const loadFilter = () => import('./sculpts-filter.ts').then((code) => code.followFilters());
if (location.search === '') onIntent('keywright-sculpts form', loadFilter);
else loadSoon(loadFilter);
