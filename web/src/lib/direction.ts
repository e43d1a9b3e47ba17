/* Names of both directions of writing in one sentence. */

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A name for the inside of a sentence: one written from right to left must not turn round what stands beside it. */
export const isolated = (name: string): string =>
  RIGHT_TO_LEFT.test(name) && !name.includes('\u2068') ? `\u2068${name}\u2069` : name;
