/** Whether the day exists in the Gregorian calendar. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].indexOf(month) >= 0 ? 30 : 31;
  return day <= days;
}
