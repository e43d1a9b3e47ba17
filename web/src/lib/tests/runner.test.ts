import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker, ToWorker } from '../tab/messages.ts';

class Silent {
  static last: Silent;
  said: ToWorker[] = [];
  terminated = false;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  constructor() {
    Silent.last = this;
  }
  postMessage(message: ToWorker): void {
    this.said.push(message);
  }
  terminate(): void {
    this.terminated = true;
  }
  tell(message: FromWorker): void {
    this.onmessage?.(new MessageEvent('message', { data: message }));
  }
}

describe('a worker on the bench', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', Silent);
  });
  afterEach(() => void vi.useRealTimers());

  it('is ended where its rules are silent, and not while it is lit or they give a sign of life', async () => {
    const { Ended, Runner } = await import('../bench/runner.ts');
    const runner = new Runner();
    const ended = vi.fn();
    runner.ended = ended;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).not.toHaveBeenCalled();
    Silent.last.tell({ kind: 'light', state: 'lit', came: 0, of: 0 });
    const asked = runner.ask('law', { number: 0 });
    const failed = expect(asked).rejects.toBeInstanceOf(Ended);
    for (let second = 0; second < 30; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      Silent.last.tell({ kind: 'beat' });
    }
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(13_000);
    await failed;
    expect(ended).toHaveBeenCalledOnce();
    expect(Silent.last.terminated).toBe(true);
    await expect(runner.ask('place')).rejects.toBeInstanceOf(Ended);
  });

  it('answers, refuses in its words, and says where the rules fail', async () => {
    const { Faulty, Runner, Wrong } = await import('../bench/runner.ts');
    const runner = new Runner();
    const asked = [runner.ask('place'), runner.ask('put'), runner.ask('table')];
    const fault = { file: 'parlour_dice/rules.py', line: 3, what: 'it fails', more: '' };
    for (const [at, answer] of [{ done: [1, 2] }, { wrong: 'no' }, { fault }].entries())
      Silent.last.tell({ kind: 'did', id: at + 1, text: JSON.stringify(answer) });
    await expect(asked[0]).resolves.toEqual([1, 2]);
    await expect(asked[1]).rejects.toEqual(new Wrong('no'));
    await expect(asked[2]).rejects.toMatchObject({ fault });
    await expect(asked[2]).rejects.toBeInstanceOf(Faulty);
    runner.end();
  });
});
