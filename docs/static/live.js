/* The live table of the documentation: the room in a tab, which lies beside the site as room/, fetched when a button is pressed. */

const live = document.querySelector('.live');
const room = new URL('../room/', location.href);
const said = live.querySelector('[role=status]');
const over = live.querySelector('dialog');

function framed(address, title) {
  const frame = Object.assign(document.createElement('iframe'), { src: new URL(address, room).href, title });
  return frame;
}

for (const button of live.querySelectorAll('button[data-opens]'))
  button.addEventListener('click', async () => {
    const list = await fetch(new URL('tab.json', room)).catch(() => null);
    if (!list?.ok) {
      said.textContent = 'This copy of the site has no room beside it: make site writes both.';
      return;
    }
    said.textContent = '';
    const frame = framed(button.dataset.opens, button.textContent);
    if (button.hasAttribute('data-whole')) {
      over.querySelector('iframe')?.remove();
      over.append(frame);
      over.showModal();
    } else {
      live.querySelector(':scope > iframe')?.remove();
      live.append(frame);
    }
    frame.focus();
  });

over.querySelector('button').addEventListener('click', () => over.close());
over.addEventListener('close', () => over.querySelector('iframe')?.remove());
