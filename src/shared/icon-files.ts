// What draws the icons reads this file too, and may read nothing outside the server's code.

/** The files that are drawn of an icon, with their sides in pixels. */
export const iconSides = {
	'tab.png': 64,
	'icon-192.png': 192,
	'icon-512.png': 512,
	'icon-maskable-512.png': 512,
	'apple-touch-icon.png': 180,
	'mail.png': 96,
} as const
export type IconFile = keyof typeof iconSides

/** The letter on an icon, in the colour of the light theme's buttons. */
export const iconColours = { ground: '#0b5d41', letter: '#fbf8f1', paper: '#fbf8f1' }
