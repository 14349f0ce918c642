import { IslandBoundary } from '#islands/ui/IslandBoundary.tsx';
import { AccountGate } from './AccountGate.tsx';
import { AddressesPanel } from './AddressesPanel.tsx';
import { DataPanel } from './DataPanel.tsx';
import { DeletionPanel } from './DeletionPanel.tsx';
import { EmailPanel } from './EmailPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { PhonePanel } from './PhonePanel.tsx';
import { PreferencesPanel } from './PreferencesPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { OwnerPanels } from './StaffPanel.tsx';

export function Details() {
  return (
    <IslandBoundary name="your details">
      <AccountGate
        title="Sign in to change your details"
        why="Your name, addresses, sign-in methods and preferences are kept here once you have an account."
      >
        {(person) => (
          <>
            <ProfilePanel />
            <AddressesPanel />
            <PreferencesPanel />
            <EmailPanel email={person.email} />
            <PhonePanel phone={person.phone} />
            <PasswordPanel name={person.email ?? person.phone ?? ''} />
            <SecondFactorPanel owner={person.email ?? person.phone ?? ''} />
            <SessionsPanel />
            <OwnerPanels />
            <DataPanel />
            <DeletionPanel />
          </>
        )}
      </AccountGate>
    </IslandBoundary>
  );
}
