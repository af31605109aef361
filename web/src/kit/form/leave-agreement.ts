/** The user has agreed to leave, or has saved: the next navigation does not ask again. */
let isAgreed = false;

export function agreeToLeave(isAgreeing: boolean): void {
  isAgreed = isAgreeing;
}

export const hasAgreedToLeave = (): boolean => isAgreed;
