import { expect, it } from 'vitest';
import { openFileDialog } from './open-file-dialog.ts';

const openInputs = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];

it('keeps its input in the document while the dialog is open, so that the selection is not lost', () => {
  const selections: File[][] = [];
  openFileDialog({ accept: '.mp4', multiple: true }, (files) => selections.push(files));
  const [input] = openInputs();
  expect([input?.isConnected, input?.accept, input?.multiple, input?.hidden]).toEqual([true, '.mp4', true, true]);
  const file = new File(['video'], 'one.mp4');
  Object.defineProperty(input, 'files', { value: [file] });
  input?.dispatchEvent(new Event('change'));
  expect(selections).toEqual([[file]]);
  expect(openInputs()).toEqual([]);
});

it('removes its input when the dialog is cancelled', () => {
  const selections: File[][] = [];
  openFileDialog({ accept: '.mp4' }, (files) => selections.push(files));
  openInputs()[0]?.dispatchEvent(new Event('cancel'));
  expect([selections, openInputs()]).toEqual([[], []]);
});
