import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { AccountGate } from '#features/account/ui/AccountGate.tsx';
import { AddressesPanel } from '#features/account/ui/AddressesPanel.tsx';
import { DataPanel } from '#features/account/ui/DataPanel.tsx';
import { DeletionPanel } from '#features/account/ui/DeletionPanel.tsx';
import { EmailPanel } from '#features/account/ui/EmailPanel.tsx';
import { PasswordPanel } from '#features/account/ui/PasswordPanel.tsx';
import { PhonePanel } from '#features/account/ui/PhonePanel.tsx';
import { PreferencesPanel } from '#features/account/ui/PreferencesPanel.tsx';
import { ProfilePanel } from '#features/account/ui/ProfilePanel.tsx';
import { SecondFactorPanel } from '#features/account/ui/SecondFactorPanel.tsx';
import { SessionsPanel } from '#features/account/ui/SessionsPanel.tsx';

export function Details() {
  return (
    <IslandBoundary label="your details">
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
            <DataPanel />
            <DeletionPanel />
          </>
        )}
      </AccountGate>
    </IslandBoundary>
  );
}
