/** Strokes on a 24 px grid, drawn for this product. */
const paths = {
  home: 'M4 11 12 4l8 7v9h-6v-6h-4v6H4z',
  'book-open': 'M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14',
  play: 'M7 4v16l13-8z',
  pause: 'M8 5v14M16 5v14',
  ticket: 'M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zM14.5 9v.01M14.5 12v.01M14.5 15v.01',
  'bar-chart': 'M5 20V10M12 20V4M19 20v-7',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-7 8-7s8 3 8 7',
  key: 'M8 15a4 4 0 1 0 0-.1M11 12l9-8M17 7l3 3',
  phone: 'M7 3h10v18H7zM11 18h2',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'M4 4l16 16M9 5c1-.3 2-.5 3-.5 6 0 10 7.5 10 7.5a18 18 0 0 1-3 4M6 7a18 18 0 0 0-4 5s4 7 10 7c1.5 0 3-.4 4-1',
  check: 'm5 12 5 5L20 7',
  close: 'M6 6l12 12M18 6 6 18',
  right: 'm9 6 6 6-6 6',
  left: 'm15 6-6 6 6 6',
  down: 'm6 9 6 6 6-6',
  alert: 'M12 4 2 20h20zM12 10v4M12 17h.01',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  'log-out': 'M15 4h4v16h-4M10 8l-4 4 4 4M6 12h9',
  'log-in': 'M9 4H5v16h4M14 8l4 4-4 4M18 12H9',
  'user-plus': 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 4-7 8-7s8 3 8 7M19 8v6M16 11h6',
  'file-text': 'M6 3h9l4 4v14H6zM9 12h7M9 16h7M9 8h3',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2',
  gift: 'M4 11h16v10H4zM3 7h18v4H3zM12 7v14M12 7c-5 0-5-4-2-4 2 0 2 4 2 4zM12 7c5 0 5-4 2-4-2 0-2 4-2 4z',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  camera: 'M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  volume: 'M4 9v6h4l5 4V5L8 9zM17 8a6 6 0 0 1 0 8',
  mute: 'M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6',
  mic: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  headset: 'M4 14v-2a8 8 0 0 1 16 0v2M4 14h4v6H4zM16 14h4v6h-4z',
  pip: 'M3 5h18v14H3zM12 12h7v5h-7z',
  theatre: 'M3 5h18v14H3zM15 5v14',
  edit: 'm4 20 1-4L16 5l3 3L8 19z',
  next: 'M6 5v14l9-7zM18 5v14',
  offline:
    'M3 3l18 18M5 12a11 11 0 0 1 4-2.5M2 8a15 15 0 0 1 4-2.5M12 19h.01M16 13a8 8 0 0 1 2 1.5M13 5a15 15 0 0 1 9 3',
  bell: 'M6 10a6 6 0 0 1 12 0v5l2 3H4l2-3zM10 21h4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  grid: 'M4 4h16v16H4zM12 4v16M4 12h16',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  award: 'M12 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM8.5 14 7 21l5-2 5 2-1.5-7',
  palette: 'M12 3a9 9 0 1 0 0 18c2 0 2-2 1-3s0-3 2-3h3a3 3 0 0 0 3-3c0-5-4-9-9-9zM8 11h.01M12 8h.01M16 11h.01',
  share: 'M12 3v12M8 7l4-4 4 4M7 11H5v10h14V11h-2',
  copy: 'M9 9h11v12H9zM5 15V4h10',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01',
} as const;

export type IconName = keyof typeof paths;

/** An icon; decorative unless `label` is set. */
export function Icon({ name, size = 20, label }: { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={name === 'play' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={paths[name]} />
    </svg>
  );
}
