/* Who looked at their own picture and found it fine turns their camera on by that, for the next match at that table; a page
   that is loaded anew has forgotten it. */

const tables = new Set<string>();

export const agree = (table: string): void => void tables.add(table);
/** Whether somebody said so of this table; once. */
export const agreed = (table: string): boolean => tables.delete(table);
