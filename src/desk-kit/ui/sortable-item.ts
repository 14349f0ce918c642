import type { DragEvent } from 'react';

const kind = 'text/x-keywright-order';

/** What makes something that can be taken and put elsewhere in its list; keys do the same beside it. */
export const takenBy = (id: string) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.setData(kind, id);
    event.dataTransfer.effectAllowed = 'move' as const;
  },
});

/** What makes a place on which it can be put. */
export const placeFor = (onPut: (id: string) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(kind)) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    const id = event.dataTransfer.getData(kind);
    if (id === '') return;
    event.preventDefault();
    onPut(id);
  },
});
