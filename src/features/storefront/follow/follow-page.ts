import { answerLink } from '#features/updates/ui/answer-link.ts';
import { onIntent } from '#ui/late-code.ts';

answerLink();
onIntent('keywright-follow', () => import('#features/updates/ui/follow-element.ts'), true);
