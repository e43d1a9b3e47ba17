/** The letter of a choice: A, B, C or D. */
export const letter = (choice: number): string => String.fromCharCode(65 + choice);
