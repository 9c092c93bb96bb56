import { fileURLToPath } from 'node:url'
import type { MailPicture } from '#server/shop/emails/mailer.ts'

/** The logo, drawn by `scripts/icons.mjs`. Its page is paper-coloured, so that it can be seen in the dark too. */
export const markPicture: MailPicture = {
	cid: 'mark@headstart',
	fileName: 'headstart.png',
	contentType: 'image/png',
	path: fileURLToPath(new URL('./mark.png', import.meta.url)),
}

/** The size at which a cover is shown; the file has twice as many pixels. */
export const coverSize = { width: 112, height: 199 } as const

/** Returns the picture of a product's cover, drawn by `npm run catalogue`. */
export function coverPicture(slug: string): MailPicture {
	return {
		cid: `cover-${slug}@headstart`,
		fileName: `${slug}.jpg`,
		contentType: 'image/jpeg',
		path: fileURLToPath(new URL(`../../../../catalogue/${slug}/email-cover.jpg`, import.meta.url)),
	}
}
