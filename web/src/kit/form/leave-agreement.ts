/** Somebody was asked, or has saved: the next navigation is theirs and is not asked about again. */
let isAgreed = false;

export function agreeToLeave(isAgreeing: boolean): void {
  isAgreed = isAgreeing;
}

export const hasAgreedToLeave = (): boolean => isAgreed;
