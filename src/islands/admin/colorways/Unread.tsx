import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';

type Props = {
  readonly title: string;
  readonly message: string | null;
  readonly onAgain: () => void;
};

export function Unread({ title, message, onAgain }: Props) {
  return (
    <Notice tone="fault" role="alert" title={title}>
      <p>{message}</p>
      <Button size="small" onClick={onAgain}>
        Try again
      </Button>
    </Notice>
  );
}
