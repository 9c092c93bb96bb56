import { site as starter } from '#catalogue/site.ts'
import type { IconFile } from './icon-files.ts'
import { mediaIdPattern } from './media.ts'

interface Brand {
	name: string
	/** As it is shown now: its name is that of its files. */
	logo: readonly { name: string; width: number; height: number }[]
}

/** How many times as wide as high a logo may be, or as high as wide, to be recognised in a tab. */
const mostOblong = 2

/**
 * Returns what the shop's icon is made from: the id of the logo's files, or the first letter of the name. Undefined for the icon that
 * comes with the shop, which a shop of another name has only if its name begins with a letter that the shop's fonts lack.
 */
export function iconSource({ name, logo: [logo] }: Brand): string | undefined {
	if (logo !== undefined && Math.max(logo.width / logo.height, logo.height / logo.width) <= mostOblong)
		return logo.name
	if (logo === undefined && name === starter.name) return undefined
	const first = /[\p{L}\p{N}]/u.exec(name.normalize('NFC'))?.[0].toUpperCase() ?? ''
	return /^[A-Z0-9É]$/.test(first) ? first : undefined
}

/** Returns whether an icon is made from a logo, and not from a letter. */
export function isFromLogo(source: string): boolean {
	return mediaIdPattern.test(source)
}

/** Returns the address of a file of the icon, which changes with the icon. */
export function iconPath(source: string | undefined, file: Exclude<IconFile, 'tab.png' | 'mail.png'>): string
export function iconPath(source: string, file: IconFile): string
export function iconPath(source: string | undefined, file: IconFile): string {
	return source === undefined ? `/${file}` : `/icons/${encodeURIComponent(source)}/${file}`
}
