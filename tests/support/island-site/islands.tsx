import { useState } from 'react';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';

/** Counts its presses, so that a lost or doubled one shows. */
export function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount((before) => before + 1)}>
      Pressed {count}
    </button>
  );
}

function Broken(): never {
  throw new Error('planted failure');
}

export function FailsLater() {
  const [isBroken, breakIt] = useState(false);
  return (
    <IslandBoundary label="the broken part">
      <button type="button" onClick={() => breakIt(true)}>
        Break it
      </button>
      {isBroken && <Broken />}
    </IslandBoundary>
  );
}

export function FailsToStart() {
  return <p>Rendered before it failed</p>;
}
