import { useState } from 'react';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { AccountGate } from '#features/account/ui/AccountGate.tsx';
import { BrowsersCard } from './BrowsersCard.tsx';
import { DesignsCard } from './DesignsCard.tsx';
import { FollowsCard } from './FollowsCard.tsx';
import { Greeting } from './Greeting.tsx';
import { OrdersCard } from './OrdersCard.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { PlacesCard } from './PlacesCard.tsx';
import { takeInvitation } from '#features/staff/store/own-invitation.ts';
import { StaffInvitation } from '#features/staff/ui/StaffInvitation.tsx';
import { takeUndoToken, UndoDeletion } from '#features/account/ui/UndoDeletion.tsx';
import styles from '#features/account/ui/account.module.css';

export function Overview() {
  const [undoToken] = useState(takeUndoToken);
  const [isInvited] = useState(takeInvitation);
  return (
    <IslandBoundary label="your account">
      {undoToken !== null && <UndoDeletion token={undoToken} />}
      <StaffInvitation />
      <AccountGate
        asksAtOnce={undoToken === null && !isInvited}
        title="You are not signed in"
        why="An account keeps your open orders, places on lists, raffle results and saved designs in one place. You can buy without one."
      >
        {(person) => (
          <div className={styles['overview']}>
            <Greeting label={person.email ?? person.phone ?? 'your account'} />
            <div className={styles['cards']}>
              <OrdersCard />
              <PlacesCard isHistory={false} />
              <DesignsCard />
              <PlacesCard isHistory />
              <FollowsCard />
              <BrowsersCard />
              <NotificationsCard />
            </div>
          </div>
        )}
      </AccountGate>
    </IslandBoundary>
  );
}
