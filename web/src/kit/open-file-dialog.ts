type Options = { accept: string; multiple?: boolean };

/**
 * Opens the system's file dialog and returns the selection; must be called from a click. The input stays in the
 * document until the dialog has closed: a detached one can be garbage-collected meanwhile, and the selection is lost.
 */
export function openFileDialog({ accept, multiple = false }: Options, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.multiple = multiple;
  input.hidden = true;
  input.addEventListener('change', () => {
    input.remove();
    onFiles([...(input.files ?? [])]);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}
