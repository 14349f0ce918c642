import type { ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import { Tabs } from '#ui/react/Tabs.tsx';

/** The parts of a desk, in the line of its name: that leaves a line more to what is below. */
export function DeskTabs(props: Omit<ComponentProps<typeof Tabs>, 'renderRow'>) {
  const place = document.getElementById('desk-parts');
  return <Tabs {...props} renderRow={(row) => (place ? createPortal(row, place) : row)} />;
}
