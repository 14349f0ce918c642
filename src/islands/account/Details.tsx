import { IslandBoundary } from '#islands/ui/IslandBoundary.tsx';
import { AccountGate } from './AccountGate.tsx';
import { Greeting } from './Greeting.tsx';

export function Details() {
  return (
    <IslandBoundary name="your details">
      <AccountGate
        title="Sign in to change your details"
        why="Your name, addresses, sign-in methods and preferences are kept here once you have an account."
      >
        {(person) => <Greeting name={person.email ?? person.phone ?? 'your account'} />}
      </AccountGate>
    </IslandBoundary>
  );
}
