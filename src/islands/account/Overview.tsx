import { IslandBoundary } from '#islands/ui/IslandBoundary.tsx';
import { AccountGate } from './AccountGate.tsx';
import { Greeting } from './Greeting.tsx';

export function Overview() {
  return (
    <IslandBoundary name="your account">
      <AccountGate
        title="You are not signed in"
        why="With an account your open orders, list places, raffle results and saved designs are in one place. Buying works without one."
      >
        {(person) => <Greeting name={person.email ?? person.phone ?? 'your account'} />}
      </AccountGate>
    </IslandBoundary>
  );
}
