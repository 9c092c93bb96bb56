/** The look both category menus share, so that one can take the other's place unnoticed. */
export const menuPanelClass = 'min-w-44 rounded-control border border-rule bg-sheet py-1.5 shadow-raised'
export const menuLinkClass =
	'flex min-h-11 items-center px-4 outline-none hover:bg-press hover:text-on-press focus-visible:bg-press focus-visible:text-on-press data-highlighted:bg-press data-highlighted:text-on-press'
