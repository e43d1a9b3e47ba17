import { describe, expect, it } from 'vitest';
import { table, view } from './fake-server.ts';
import { ada, atTheTable, settle, sit, turned } from './seated.ts';

atTheTable();

describe('what bots played meanwhile', () => {
  it('tells whoever has their seat back what a bot played for them, and counts the time of others from then on', async () => {
    const socket = sit();
    const { room } = ada;
    const covered = (person: number, cover: string | null) => {
      const now = table();
      now.table.people = now.table.people.map((one) =>
        one.person === person ? { ...one, cover, covered: cover !== null } : one,
      ) as typeof now.table.people;
      socket.tell(now);
    };
    socket.tell({ ...view(0, 0, []), waits: [{ seat: 1, since: 900 }] });
    await settle();
    expect(room.waits[0]!.since - Date.now() / 1000).toBeCloseTo(-100, 0);
    covered(0, 'own');
    expect(room.aloud.text).toBe('A bot plays for you now.');
    socket.tell(view(3, 0, [turned(1, 0), turned(2), turned(3, 0)]));
    await settle();
    room.forgetMissed();
    covered(0, null);
    expect([room.aloud.text, room.missed, room.playedFor]).toEqual(['You play again.', 3, true]);
    covered(1, 'host');
    covered(1, null);
    socket.tell({ ...view(4, 3, [turned(4)]), waits: [{ seat: 1, since: 900 }] });
    await settle();
    expect(room.waits[0]!.since - Date.now() / 1000).toBeGreaterThan(-10);
  });
});
