import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { IslandBoundary } from '#islands/ui/IslandBoundary.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { openAuth } from '#stores/auth-modal.ts';
import { $deskDoor, retryStaff } from '#stores/staff.ts';

export type DeskRole = 'owner' | 'editor' | 'fulfilment' | 'support';

type Props = {
  /** As a sentence names it: "the products desk". */
  readonly name: string;
  readonly allows: readonly DeskRole[];
  /** Called only when the person may be here, so that nothing is asked for anyone else. */
  readonly renderDesk: (role: DeskRole) => ReactNode;
};

/** The one door of every desk. What it hides is hidden for real by the database. */
export function DeskGate({ name, allows, renderDesk }: Props) {
  // Prerendered before anybody was known; another island may have learnt it before this one hydrates.
  const door = useStore($deskDoor, { ssr: 'initial' });
  if (door.status === 'unknown') return <Skeleton lines={8} label="Looking up your rights" />;
  if (door.status === 'failed') {
    return (
      <Notice tone="fault" role="alert" title="Your rights could not be looked up">
        <p>{door.message}</p>
        <Button size="small" onClick={() => void retryStaff()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (door.status === 'signed-out') return <SignedOut name={name} />;
  if (door.status === 'outsider' || !allows.includes(door.role)) {
    const yours = door.status === 'staff' ? `You work here as ${door.role}.` : '';
    return (
      <EmptyState title={`${sentence(name)} is not open to you`}>
        {yours} It is for {listed(allows)}. An owner of the shop can change what you may do.
      </EmptyState>
    );
  }
  return <IslandBoundary name={name}>{renderDesk(door.role)}</IslandBoundary>;
}

function SignedOut({ name }: Pick<Props, 'name'>) {
  return (
    <EmptyState
      title="Sign in to work here"
      actions={
        <Button
          look="primary"
          onClick={() =>
            openAuth({ reason: 'staff', returnTo: location.pathname + location.search })
          }
        >
          Sign in with a staff account
        </Button>
      }
    >
      {sentence(name)} is for the people of the workshop. Nothing of it is kept in this page.
    </EmptyState>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @example listed(['owner', 'editor']) // 'owners and editors' */
function listed(roles: readonly DeskRole[]): string {
  const named = roles.map((role) => (role === 'owner' || role === 'editor' ? `${role}s` : role));
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
