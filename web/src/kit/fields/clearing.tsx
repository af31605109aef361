import type { Translate } from '@kaike/shared/kit/wording';

/** The clear button of a select, labelled in the user's language: the widget's own label is English. */
export const clearing = (t: Translate) => ({
  label: t('kit.clear'),
  clearIcon: (
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM9 9l6 6M15 9l-6 6" />
    </svg>
  ),
});
