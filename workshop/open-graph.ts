import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { type OpenGraphPicture, openGraphSize } from '../catalogue/gallery.ts'
import { rootDir } from '../scripts/setup/run.mjs'
import type { Product } from '../src/shared/catalogue-schema.ts'
import { colour, readDesignTokens } from './design-tokens.ts'
import { dress, letter, linesOf, registerGuideFonts } from './drawing/lettering.ts'
import { comingSheet, fanSheets, highlight } from './drawing/sheets.ts'
import { fingerprint, readDrawn, rememberDrawn } from './drawn.ts'
import { isMissing, writeChanged } from './write-file.ts'

/** Increase this number when the drawing below changes, so that every picture is drawn again. */
const drawing = 1
const { width, height } = openGraphSize
const margin = 64

interface Face {
	title: string
	label: string
	/** One line each. */
	facts: readonly string[]
	ground: string
	text: string
}

/** Draws `catalogue/<folder>/open-graph.jpg`, the picture in link previews, if what it shows has changed. */
export async function drawOpenGraph(
	folder: string,
	picture: OpenGraphPicture,
	face: Face,
	isDrawingAll: boolean,
): Promise<void> {
	const place = `catalogue/${folder}/open-graph`
	const files = await Promise.all(picture.sheets.map(readSheet))
	const of = fingerprint(String(drawing), JSON.stringify(face), ...files)
	if (!isDrawingAll && readDrawn()[place] === of && !(await isMissing(`${place}.jpg`))) return
	const sheets = await Promise.all(files.map((bytes) => loadImage(bytes)))
	await writeChanged(`${place}.jpg`, await draw(face, picture, sheets))
	await rememberDrawn(place, of)
}

function readSheet(name: string): Promise<Uint8Array> {
	const [slug, picture] = name.split('/')
	return readFile(join(rootDir, `catalogue/${slug}/gallery/${picture}-640.webp`))
}

async function draw(face: Face, picture: OpenGraphPicture, sheets: readonly Image[]): Promise<Uint8Array> {
	registerGuideFonts()
	const canvas = createCanvas(width, height)
	const context = canvas.getContext('2d')
	context.fillStyle = face.ground
	context.fillRect(0, 0, width, height)
	const place = { left: 772, top: 96, width: 396 }
	if (picture.sheets.length > 0) fanSheets(context, sheets, place)
	else {
		comingSheet(context, place)
		sayComing(context, place, face.ground)
	}
	letterHead(context, face)
	return canvas.encode('jpeg', 84)
}

function letterHead(context: SKRSContext2D, face: Face): void {
	const small = {
		face: 'Grotesque SemiBold',
		size: 25,
		colour: face.text,
		leading: 34,
		tracking: 0.02,
	} as const
	letter(context, 'Headstart', { left: margin, baseline: 86, width: 300 }, small)
	dress(context, small)
	context.fillText(face.label, 560 - context.measureText(face.label).width, 86)
	context.fillStyle = face.text
	context.fillRect(margin, 110, 560 - margin, 2)

	const size = [76, 70, 64, 58, 52].find((candidate) => titleLines(context, face, candidate) <= 4) ?? 52
	const style = {
		face: 'Grotesque ExtraBold',
		size,
		colour: face.text,
		leading: size * 1.06,
		tracking: -0.02,
	} as const
	letter(context, face.title, { left: margin, baseline: 128 + size * 1.12, width: 530 }, style)
	face.facts.forEach((fact, index) => {
		const baseline = 566 - 36 * (face.facts.length - 1 - index)
		letter(
			context,
			fact,
			{ left: margin, baseline, width: 520 },
			{ face: 'Grotesque Medium', size: 27, colour: face.text, leading: 36 },
		)
	})
}

function titleLines(context: SKRSContext2D, face: Face, size: number): number {
	dress(context, { face: 'Grotesque ExtraBold', size, colour: face.text, leading: size, tracking: -0.02 })
	return linesOf(context, face.title, 530).length
}

function sayComing(
	context: SKRSContext2D,
	{ left, top }: { left: number; top: number },
	accent: string,
): void {
	context.fillStyle = accent
	context.fillRect(left + 44, top + 62, 56, 7)
	const baseline = top + 132
	const style = {
		face: 'Grotesque ExtraBold',
		size: 50,
		colour: colour('ink'),
		leading: 56,
		tracking: -0.015,
	} as const
	dress(context, style)
	const words = 'Coming soon'
	highlight(context, { left: left + 44, baseline, width: context.measureText(words).width, size: style.size })
	letter(context, words, { left: left + 44, baseline, width: 400 }, style)
	letter(
		context,
		'It is being written. There is nothing to buy yet.',
		{ left: left + 44, baseline: baseline + 62, width: 310 },
		{
			face: 'Serif',
			size: 29,
			colour: colour('ink'),
			leading: 39,
		},
	)
}

export function productFace(product: Product): Face {
	const { format } = product.previewContent
	return {
		title: product.title,
		label: product.category,
		facts: product.comingSoon ? [] : [format, product.readingTime].filter((fact) => fact !== null),
		ground: readDesignTokens().covers[product.category],
		text: colour('paper'),
	}
}

export function siteFace(): Face {
	return {
		title: 'Guides with the notes left in',
		label: 'Study, money, careers',
		facts: ['For students and graduates,', 'by someone a year ahead'],
		ground: colour('green'),
		text: colour('paper'),
	}
}
