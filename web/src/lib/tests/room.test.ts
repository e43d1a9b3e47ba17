import { render } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { promptOf as keysPrompt } from '../../games/keys/prompt.ts';
import { promptOf as skyjoPrompt } from '../../games/skyjo/prompt.ts';
import type { Room } from '../game.ts';
import { patienceWith } from '../table/patience.svelte.ts';
import Standstill from '../play/Standstill.svelte';
import TableMenu from '../play/TableMenu.svelte';
import { asText, t } from '../words.svelte.ts';
import { FakeSocket, table, view } from './fake-server.ts';
import { ada, atTheTable, keep, open, settle, sit, turned } from './seated.ts';

atTheTable();

describe('a room', () => {
  it('says hello with its token, and knows who it is', () => {
    const socket = sit();
    const { room } = ada;
    expect(socket.sent[0]).toMatchObject({ type: 'hello', token: 'secret', language: 'en' });
    expect(room.me?.name).toBe('Ada');
    expect(room.host).toBe(true);
  });

  it('tells what was played before somebody took a seat of whoever sat there then', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, []));
    socket.tell(view(1, 1, [turned(3)]));
    await settle();
    const relieved = table();
    relieved.table.people[1] = { ...relieved.table.people[1]!, person: 2, name: 'Ben' };
    socket.tell(relieved);
    socket.tell(view(2, 2, [turned(4)]));
    await settle();
    expect(room.lines(room.story).map(asText)).toEqual(['Noor turned 3', 'Ben turned 4']);
  });

  it('shows a television and an onlooker no secret: the token stays here', () => {
    keep();
    open('maple-otter-17', 'tv', 'ws://test');
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent[0]).not.toHaveProperty('token');
  });

  it('tells whoever asked for a pause that not everybody has answered', async () => {
    const socket = sit();
    const { room } = ada;
    const asks = (by: number | null, left = 0): void =>
      socket.tell({
        ...table(),
        table: {
          ...table().table,
          proposal: by === null ? null : { what: 'pause', by, agreed: [by], until: room.time() + left },
        },
      });
    const shown = render(Standstill, { room });
    asks(0, 30);
    await settle();
    asks(null); // somebody has said no, or the person thinks no more of it
    await settle();
    expect(room.notice).toBe('');
    asks(1);
    await settle();
    asks(null);
    await settle();
    expect([room.notice, room.news.length]).toEqual(['', 0]);
    asks(0);
    await settle();
    asks(null);
    await settle();
    expect([room.notice, room.news.map(({ text }) => text)]).toEqual([t('news.lapsed.you'), [t('news.lapsed.you')]]);
    asks(0, 30);
    await settle();
    socket.tell({ ...table(), table: { ...table().table, declined: 1 } });
    await settle();
    const no = t('news.declined', { name: 'Noor' });
    expect([room.notice, room.news.at(-1)?.text]).toEqual([no, no]);
    shown.unmount();
  });

  it('says of nobody that they are back who was never here', async () => {
    const socket = sit();
    const { room } = ada;
    const late = { ...table().table.people[1]!, person: 2, name: 'Ben' };
    const now = (here: boolean): void =>
      socket.tell({ ...table(), table: { ...table().table, people: [table().table.people[0], { ...late, here }] } });
    now(false);
    now(true);
    await settle();
    expect(room.news.map(({ text }) => text)).not.toContain(t('news.back', { name: 'Ben' }));
    now(false);
    now(true);
    await settle();
    expect(room.news.at(-1)?.text).toBe(t('news.back', { name: 'Ben' }));
  });

  it('offers to take a play back only where the house says that it can be', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, [turned(0), turned(1, 0)]));
    await settle();
    const shown = render(TableMenu, { room, alone: false, open: () => undefined, hinted: () => undefined });
    const may = (): boolean =>
      shown.getByRole('button', { name: new RegExp(t('still.take_back.ask')) }).getAttribute('aria-disabled') === 'false';
    const offered = async (seq: number): Promise<boolean> => {
      socket.tell({ type: 'may_take_back', match: 1, taken: 0, seq });
      await settle();
      return may();
    };
    expect(await offered(1), 'that speaks of another moment').toBe(false);
    expect(await offered(0)).toBe(true);
    socket.tell(view(1, 2, [turned(2, 0)]));
    await settle();
    expect(may(), 'what happened since makes it an old word').toBe(false);
    expect(socket.last('may_take_back'), 'the page asks nothing').toBeUndefined();
    shown.unmount();
  });

  it('asks nothing of anybody while the match stands still', async () => {
    const socket = sit();
    const { room } = ada;
    const now = (more: object): void => socket.tell({ ...table(), table: { ...table().table, ...more } });
    socket.tell({
      ...view(0, 0, [], { asked: [0], legal: [{ do: 'card' }], may: [{ do: 'leave' }] }),
      waits: [{ seat: 1, since: 900 }],
    });
    await settle();
    const seen = (): unknown => [
      room.view.asked,
      room.view.legal.length,
      room.view.may.length,
      patienceWith(room).slow === null ? 0 : 1,
    ];
    expect(seen()).toEqual([[0], 1, 1, 1]);
    now({ pause: { by: 1, since: 1000 } });
    expect(seen()).toEqual([[], 0, 0, 0]);
    now({ proposal: { what: 'take_back', by: 1, agreed: [1], until: 1030 } });
    expect(seen()).toEqual([[], 0, 0, 0]);
    const slip = {
      table: room.table,
      seat: 0,
      story: [],
      words: room.words,
      tell: () => '',
      name: () => '',
      view: { ...room.view, cells: { phase: 'turn', turn: 0 } },
    } as unknown as Room;
    expect([keysPrompt(slip).title, skyjoPrompt(slip, { held: null } as never, null).title]).toEqual([
      t('still.stands'),
      t('still.stands'),
    ]);
    now({ proposal: { what: 'pause', by: 1, agreed: [1], until: 1030 } }); // until all agree the match goes on
    expect(seen()).toEqual([[0], 1, 1, 1]);
  });

  it('keeps quiet about what is pressed before an accepted play has come out', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(4, 0, []));
    await settle();
    const first = room.play({ do: 'draw' });
    socket.tell({ type: 'done', id: socket.last('play')!['id'] });
    expect(await first).toBeNull();
    expect(room.waiting).toBe(true);
    const second = room.play({ do: 'draw' });
    socket.tell({ type: 'refused', id: socket.last('play')!['id'], code: 'stale', message: 'x' });
    expect(await second).toMatchObject({ code: 'stale', text: '' });
    expect(room.notice).toBe('');
    socket.tell(view(5, 0, [turned(1)]));
    await settle();
    expect(room.waiting).toBe(false);
  });

  it('does not say why a press was refused once the table has gone on', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(4, 0, []));
    await settle();
    const because = () => socket.tell({ type: 'because', id: socket.last('why')!['id'], reason: 'no' });
    const now = room.why({ do: 'draw' });
    because();
    expect(await now).toBe('Because no.');
    const late = room.why({ do: 'draw' });
    socket.tell(view(5, 0, [turned(1)]));
    await settle();
    because();
    expect(await late).toBe('');
  });

  it('reads events and turns aloud', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, []));
    await settle();
    socket.tell(view(1, 0, [turned(-2)], { asked: [0] }));
    await settle();
    expect(room.aloud.text).toBe('Noor turned \u22122. It is your turn');
  });

  it('corrects its clock by half the way there and back, and no late view puts it back', () => {
    vi.setSystemTime(5_000_000);
    const socket = sit();
    const { room } = ada;
    const asked = socket.last('time')!;
    vi.setSystemTime(5_001_000); // the answer took a second: what it says is half a second old
    socket.tell({ type: 'time', sent: asked['sent'], now: 7_000 });
    expect(room.now).toBeCloseTo(7_000.5, 3);
    vi.setSystemTime(5_003_000);
    socket.tell({ ...view(1, 0, []), now: 7_001.5 }); // a second on its way
    expect(room.now).toBeCloseTo(7_002.5, 3);
  });
});
