import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  readonly title: string;
  readonly message: string | null;
  readonly onAgain: () => void;
};

/** In the place of what the shop did not give: why, and the key that asks again. */
export function NotRead({ title, message, onAgain }: Props) {
  return (
    <Notice tone="fault" role="alert" title={title}>
      <p>{message}</p>
      <Button size="small" onClick={onAgain}>
        Try again
      </Button>
    </Notice>
  );
}
