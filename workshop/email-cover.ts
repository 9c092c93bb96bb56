import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { guidePage } from '../catalogue/gallery.ts'
import { rootDir } from '../scripts/setup/run.mjs'
import { fingerprint, readDrawn, rememberDrawn } from './drawn.ts'
import { isMissing, writeChanged } from './write-file.ts'

/** Increase this number when a change to this file makes the pictures different, so that every picture is drawn again. */
const drawing = 1
/** Twice the width at which emails show the cover, for sharp screens. No larger, because each email contains the picture. */
export const emailCoverWidth = 224
export const emailCoverHeight = Math.round((emailCoverWidth * guidePage.height) / guidePage.width)

/** Draws `catalogue/<slug>/email-cover.jpg`, the cover in emails, if the cover has changed. Mail programs read neither AVIF nor WebP. */
export async function drawEmailCover(slug: string, isDrawingAll: boolean): Promise<void> {
	const place = `catalogue/${slug}/email-cover`
	const cover = await readFile(join(rootDir, `catalogue/${slug}/gallery/01-cover-640.webp`))
	const of = emailCoverSource(cover)
	if (!isDrawingAll && readDrawn()[place] === of && !(await isMissing(`${place}.jpg`))) return
	const canvas = createCanvas(emailCoverWidth, emailCoverHeight)
	const context = canvas.getContext('2d')
	context.imageSmoothingQuality = 'high'
	context.drawImage(await loadImage(cover), 0, 0, emailCoverWidth, emailCoverHeight)
	await writeChanged(`${place}.jpg`, await canvas.encode('jpeg', 82))
	await rememberDrawn(place, of)
}

export function emailCoverSource(cover: Uint8Array): string {
	return fingerprint(String(drawing), cover)
}
