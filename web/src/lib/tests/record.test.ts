import { describe, expect, it } from 'vitest';
import { kept } from '../past/record.ts';

describe('a file that is dropped', () => {
  it.each(['', 'no data', '{"format":'])('is unreadable when it holds %j', (text) => {
    expect(kept(text)).toEqual({ trouble: 'replay.no_data' });
  });

  it.each(['[]', 'null', '7', '{}', '{"format":"pgn"}', '['.repeat(50_000) + ']'.repeat(50_000)])(
    'is no record when it holds %.20s',
    (text) => {
      expect(kept(text)).toEqual({ trouble: 'replay.no_record' });
    },
  );

  it('is handed on when it calls itself a record', () => {
    expect(kept('{"format":"parlour-log-1","version":0}')).toEqual({ log: { format: 'parlour-log-1', version: 0 } });
  });
});
