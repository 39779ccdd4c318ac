// Takes files that are dropped anywhere on an element.
import { useState, type DragEvent } from 'react';

export function useDrop(busy: boolean, onTake: (files: FileList) => void) {
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => !busy && event.dataTransfer.types.includes('Files');
  return {
    over,
    target: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const { relatedTarget, currentTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onTake(event.dataTransfer.files);
      },
    },
  };
}
