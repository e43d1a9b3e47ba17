"""What bench/tab.py has done within a page: JavaScript, and the Python that a page runs."""

# Of each play by its number, when it was pressed, said to the worker, shown (the frame after the first view that came back), and
# when its answer was heard, which comes when its records are durable. In milliseconds, by a clock that page and worker share.
TIMED = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  window.plays = {};
  let pressed = now();
  addEventListener('click', () => (pressed = now()), true);
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    const asked = message.kind === 'say' && JSON.parse(message.text);
    if (asked.type === 'play') plays[asked.id] = { pressed, said: now() };
    if (!this.timed) {
      this.timed = true;
      this.addEventListener('message', ({ data }) => {
        const told = data.kind === 'told' && JSON.parse(data.text);
        const open = Object.values(plays).filter((play) => !play.heard);
        if (told.type === 'view') {
          for (const play of open) {
            if (!play.shown) requestAnimationFrame(() => setTimeout(() => (play.shown ??= now())));
          }
        }
        if (told.type === 'done' && plays[told.id]) plays[told.id].heard = now();
      });
    }
    return postMessage.call(this, message, ...rest);
  };
})()"""

# The same within the worker, before its own script: when a play came to be handled, when Python had handled it, when the store
# began with its records and had them, when it was answered; and how much memory WebAssembly has.
WITHIN = """
const now = () => performance.timeOrigin + performance.now();
self.plays = {};
self.memories = new Set();
const post = self.postMessage.bind(self);
self.postMessage = (message, ...rest) => {
  const told = message.kind === 'told' && message.text.startsWith('{"type":"done"') && JSON.parse(message.text);
  if (told && plays[told.id]) plays[told.id].answered = now();
  return post(message, ...rest);
};
Object.defineProperty(self, 'onmessage', {
  set: (hear) => self.addEventListener('message', (event) => {
    const asked = event.data.kind === 'say' && JSON.parse(event.data.text);
    const play = asked.type === 'play' ? (plays[asked.id] = { came: now() }) : {};
    hear(event);
    play.handled = now();
  }),
});
const { put } = IDBObjectStore.prototype;
const { transaction } = IDBDatabase.prototype;
const begun = new WeakMap();
IDBDatabase.prototype.transaction = function (...given) {
  const made = transaction.apply(this, given);
  begun.set(made, now());
  return made;
};
IDBObjectStore.prototype.put = function (value, key) {
  const play = String(key).startsWith('done/') && plays[key.split('/').at(-1)];
  if (play) {
    play.stored = begun.get(this.transaction);
    this.transaction.addEventListener('complete', () => (play.durable = now()));
  }
  return put.call(this, value, key);
};
for (const name of ['instantiate', 'instantiateStreaming']) {
  const own = WebAssembly[name];
  WebAssembly[name] = async (...given) => {
    const made = await own.apply(WebAssembly, given);
    const { memory } = (made.instance ?? made).exports;
    if (memory) memories.add(memory);
    return made;
  };
}
"""

# Python with the room in it, as the page's worker lays it out.
LAID = """async (folder, given) => {
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: folder, ...given });
  const { wheels } = await (await fetch(`${folder}../tab.json`)).json();
  for (const name of [...wheels, 'parlour.zip']) {
    const bytes = new Uint8Array(await (await fetch(folder + name)).arrayBuffer());
    if (name.endsWith('whl')) python.unpackArchive(bytes, 'wheel');
    else python.unpackArchive(bytes, 'zip', { extractDir: '/lib/parlour' });
  }
  python.runPython("import sys; sys.path.insert(0, '/lib/parlour'); import parlour.tab.house");
  return python;
}"""

# Python alone, begun three ways: as it is, as it is with a snapshot made of it, and from that snapshot. And all of the room.
SNAPSHOT = f"""async ([folder, rounds]) => {{
  const laid = {LAID};
  const {{ loadPyodide }} = await import(`${{folder}}pyodide.mjs`);
  const begun = async (given) => {{
    const before = performance.now();
    const python = await loadPyodide({{ indexURL: folder, ...given }});
    return [python, (performance.now() - before) / 1000];
  }};
  await begun({{}});
  const plain = [], from = [];
  const [python] = await begun({{ _makeSnapshot: true }});
  const snapshot = python.makeMemorySnapshot();
  for (let round = 0; round < rounds; round += 1) {{
    plain.push((await begun({{}}))[1]);
    from.push((await begun({{ _loadSnapshot: snapshot }}))[1]);
  }}
  let whole = 'goes';
  try {{
    const all = (await laid(folder, {{ _makeSnapshot: true }})).makeMemorySnapshot();
    const [again] = await begun({{ _loadSnapshot: all }});
    again.runPython('import parlour.tab.house; parlour.tab.house.House');
  }} catch (error) {{
    whole = String(error).split('\\n').findLast((line) => line.trim());
  }}
  return {{ plain, from, bytes: snapshot.length, whole }};
}}"""

# How long Sharp thinks at each of its turns of a match, in seconds.
THOUGHTS = """
import json, time
from random import Random
from parlour.bots import bot
from parlour.bots.belief import seen
from parlour.bots.mind import Mind
from parlour.engine import CHANCE, CLOCK, Match
from parlour.tab.minds import ITERATIONS

def thoughts(name, players, most):
    match, simple, rng = Match.start(name, players), bot(name, "simple"), Random(1)
    mind = Mind(match.view(0), iterations=ITERATIONS, worlds=200, seed=1)
    while match.to_act:
        who = match.to_act[0]
        if who == CHANCE:
            match.settle(rng.randrange)
        elif who == CLOCK:
            match.play(CLOCK, match.legal(CLOCK)[0])
        else:
            view = match.view(who)
            match.play(who, simple(view, view.legal, rng))
    took = []
    for step in seen(match.log(), 0):
        if step.who == 0 and len(took) < most:
            before = time.perf_counter()
            mind.think()
            took.append(time.perf_counter() - before)
        mind.see(step)
    return took

json.dumps({name: thoughts(name, 3, 40) for name in ("keys", "skyjo")})
"""

# How long the WebAssembly of Python takes to be compiled as it streams in: a browser keeps the code of an address it has seen.
COMPILED = """async ([address, patience]) => {
  await (await fetch(address)).arrayBuffer();
  const before = performance.now();
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('it takes too long')), patience));
  await Promise.race([WebAssembly.compileStreaming(fetch(address)), late]);
  return (performance.now() - before) / 1000;
}"""
