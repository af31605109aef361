// What a printed list looks like loads at the first sign of a person, who makes one before printing: a browser that prints waits for nothing.
for (const sign of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(sign, () => void import('./print-list.ts'), { once: true });
