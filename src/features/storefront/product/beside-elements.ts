/** What stands beside the choice and acts when somebody turns to it. */
import { onIntent } from '#ui/late-code.ts';
import './gallery-element.ts';
import './share-element.ts';
import './shipping-element.ts';

// It knows who is signed in, which is more to load than the rest: a press that came here goes on to it.
onIntent('keywright-follow', () => import('#features/updates/ui/follow-element.ts'), true);
