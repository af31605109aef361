type Options = { accept: string; multiple?: boolean };

/**
 * Opens the system's file dialog and hands over what was chosen; must be called from a click. The input stays in the
 * document until the dialog has closed: one outside of it can be garbage-collected meanwhile, and then the choice is lost.
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
