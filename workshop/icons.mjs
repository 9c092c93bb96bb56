/**
 * Draws the icons in `public/`, and the logo in emails, from `favicon.svg` there. After changing that file, run `node workshop/icons.mjs` and commit the
 * results.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const folder = new URL('../public/', import.meta.url)
const svg = readFileSync(new URL('favicon.svg', folder), 'utf8')
const paper = '#fbf8f1'

/**
 * @param {number} size side length in pixels
 * @param {{ share?: number, ground?: string }} [look] the share of the side that the drawing takes, and the background
 */
async function draw(size, { share = 1, ground } = {}) {
	const canvas = createCanvas(size, size)
	const context = canvas.getContext('2d')
	if (ground !== undefined) {
		context.fillStyle = ground
		context.fillRect(0, 0, size, size)
	}
	const side = Math.round(size * share)
	const sized = svg.replace('<svg ', `<svg width="${side}" height="${side}" `)
	const edge = (size - side) / 2
	context.drawImage(await loadImage(Buffer.from(sized)), edge, edge, side, side)
	return canvas.toBuffer('image/png')
}

/** Builds an icon file that contains PNGs, which every browser since 2010 reads. @param {{ size: number, png: Buffer }[]} images */
function ico(images) {
	const head = Buffer.alloc(6 + 16 * images.length)
	head.writeUInt16LE(1, 2)
	head.writeUInt16LE(images.length, 4)
	let offset = head.length
	for (const [index, { size, png }] of images.entries()) {
		const at = 6 + 16 * index
		head.writeUInt8(size, at)
		head.writeUInt8(size, at + 1)
		head.writeUInt16LE(1, at + 4)
		head.writeUInt16LE(32, at + 6)
		head.writeUInt32LE(png.length, at + 8)
		head.writeUInt32LE(offset, at + 12)
		offset += png.length
	}
	return Buffer.concat([head, ...images.map(({ png }) => png)])
}

const files = {
	'icon-192.png': await draw(192),
	'icon-512.png': await draw(512, { share: 0.9 }),
	// Phones crop maskable icons to a shape; the middle four fifths are always visible.
	'icon-maskable-512.png': await draw(512, { share: 0.58, ground: paper }),
	'apple-touch-icon.png': await draw(180, { share: 0.7, ground: paper }),
	'favicon.ico': ico(await Promise.all([16, 32].map(async (size) => ({ size, png: await draw(size) })))),
}
for (const [name, bytes] of Object.entries(files)) {
	writeFileSync(new URL(name, folder), bytes)
	console.log(`${name} ${bytes.length} bytes`)
}
const mark = await draw(96)
writeFileSync(new URL('../src/server/shop/emails/mark.png', import.meta.url), mark)
console.log(`mark.png ${mark.length} bytes`)
