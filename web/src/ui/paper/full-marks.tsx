import css from './full-marks.module.css';

/** The best mark a teacher writes, twice underlined. */
export function FullMarks() {
  return (
    <svg className={css['hundred']} viewBox="0 0 260 170" aria-hidden="true">
      <path d="M16 52C30 42 38 32 44 18C42 60 40 96 39 134" />
      <path d="M118 24C96 16 74 44 72 82C70 112 82 128 96 128C122 128 136 90 132 56C129 34 118 22 104 28" />
      <path d="M208 14C184 8 164 36 163 72C162 102 174 116 188 116C214 116 228 78 224 46C221 24 210 12 196 18" />
      <path d="M14 152C80 136 150 126 228 126" />
      <path d="M44 168C96 156 150 150 206 150" />
    </svg>
  );
}
