import { Skeleton } from '#ui/react/Skeleton.tsx';
import { latePart } from '#ui/react/late-part.tsx';

/** What reads Markdown is large, and most visits of a desk look at tables. */
export const LateMarkdown = latePart({
  load: () => import('./MarkdownText.tsx').then((code) => code.MarkdownText),
  waiting: <Skeleton lines={4} label="Loading the preview" />,
});
