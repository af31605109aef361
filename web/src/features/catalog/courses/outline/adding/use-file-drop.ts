import { useState, type DragEvent } from 'react';

/** Files dropped from the desktop go to the innermost place that takes them. */
export function useFileDrop(drop: (files: File[]) => void, enabled: boolean) {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent): boolean => enabled && event.dataTransfer.types.includes('Files');
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) {
          event.preventDefault();
          event.stopPropagation();
          setIsOver(true);
        }
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        drop([...event.dataTransfer.files]);
      },
    },
  };
}
