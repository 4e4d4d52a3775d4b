/**
 * The host's menus close by Escape, and by a press beside them.
 */

export function startMenus() {
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && !document.querySelector('dialog[open]') && openMenu();
    if (menu) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });
  document.addEventListener('pointerdown', (event) => {
    const menu = openMenu();
    if (menu && !menu.contains(event.target)) {
      menu.open = false;
    }
  });
}

function openMenu() {
  return document.querySelector('details.menu[open]');
}
