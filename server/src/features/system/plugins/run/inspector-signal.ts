const ignore = (): void => undefined;

/**
 * Keeps the inspector of this process closed. Node opens it for whoever sends SIGUSR1, which every process of the same account may do; a
 * listener takes the place of that.
 */
export function blockInspector(): void {
  if (!process.listeners('SIGUSR1').includes(ignore)) process.on('SIGUSR1', ignore);
}
