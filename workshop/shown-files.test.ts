import { readdir, readFile, stat } from 'node:fs/promises'
import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { openGraphSize, siteOpenGraph } from '../catalogue/gallery.ts'
import { catalogue } from '../catalogue/index.ts'
import { coverSize } from '../src/server/shop/emails/mail-parts.ts'
import { unpackArchive } from './archive.ts'
import { examplePlanner } from './budget-planner/planner-data.ts'
import { comingSoonCover } from './build-files.ts'
import { readDrawn } from './drawn.ts'
import { emailCoverHeight, emailCoverSource, emailCoverWidth } from './email-cover.ts'
import { galleryWidths, pictureSource, readGallery } from './pictures.ts'
import { compilePdf } from './typst.ts'

const kilobyte = 1000
const megabyte = 1000 * kilobyte
/** The largest size allowed for a picture's file, in bytes, by the picture's width. */
const allowance: Record<number, number> = { 320: 45 * kilobyte, 640: 125 * kilobyte, 1280: 300 * kilobyte }

describe.each(catalogue)('the gallery of $shortTitle', async (product) => {
	const { gallery } = await readGallery(product.slug)

	it('starts with the cover, and has alternative texts for all pages', () => {
		expect(gallery.map(({ kind }) => kind === 'cover')).toEqual(gallery.map((_, index) => index === 0))
		expect(gallery[0]?.name).toBe('01-cover')
		expect(gallery.length > 1).toBe(!product.comingSoon)
		for (const { alt } of gallery) expect(alt.length).toBeGreaterThan(40)
	})

	it('has exactly the expected pictures in every width and format, none too large', async () => {
		const expected = gallery.flatMap(({ name }) =>
			galleryWidths.flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`]),
		)
		expect((await readdir(here(`${product.slug}/gallery`))).sort()).toEqual(expected.sort())
		for (const file of expected) {
			const width = Number(/-(\d+)\.\w+$/.exec(file)?.[1])
			const { size } = await stat(here(`${product.slug}/gallery/${file}`))
			expect(size, file).toBeLessThan(allowance[width] ?? 0)
		}
	})

	it('has pictures of the stated sizes', async () => {
		for (const { name, width, height } of gallery) {
			const image = await loadImage(await readFile(here(`${product.slug}/gallery/${name}-1280.webp`)))
			expect([name, image.width, image.height]).toEqual([name, width, height])
		}
	})

	it('was drawn from the current documents', async () => {
		const documents = await documentsOf(product.slug)
		for (const picture of gallery) {
			const document = documents.get(picture.source) ?? new Uint8Array()
			expect(readDrawn()[`catalogue/${product.slug}/gallery/${picture.name}`], picture.name).toBe(
				pictureSource(picture, document),
			)
		}
	})
})

describe('covers in emails', () => {
	it.each(catalogue)(
		'the email cover of $shortTitle is small and was drawn from the current cover',
		async ({ slug }) => {
			const cover = await readFile(here(`${slug}/gallery/01-cover-640.webp`))
			expect(readDrawn()[`catalogue/${slug}/email-cover`]).toBe(emailCoverSource(cover))
			const bytes = await readFile(here(`${slug}/email-cover.jpg`))
			const { width, height } = await loadImage(bytes)
			expect({ width, height }).toEqual({ width: emailCoverWidth, height: emailCoverHeight })
			// Mail programs show it at half its size.
			expect({ width: width / 2, height: height / 2 }).toEqual(coverSize)
			expect(bytes.length).toBeLessThan(30 * kilobyte)
		},
	)
})

describe('pictures in link previews', () => {
	it('exist for each product and the site, are small, and have alternative text', async () => {
		const pictures = [{ folder: 'design', picture: siteOpenGraph }]
		for (const { slug } of catalogue)
			pictures.push({ folder: slug, picture: (await readGallery(slug)).openGraph })
		for (const { folder, picture } of pictures) {
			const { alt, sheets } = picture
			const bytes = await readFile(here(`${folder}/open-graph.jpg`))
			const { width, height } = await loadImage(bytes)
			expect({ width, height }).toEqual(openGraphSize)
			expect(bytes.length).toBeLessThan(150 * kilobyte)
			expect(alt.length).toBeGreaterThan(40)
			for (const sheet of sheets) {
				const [slug = '', name] = sheet.split('/')
				const { gallery } = await readGallery(slug)
				expect(gallery.map((shown) => shown.name)).toContain(name)
			}
		}
	})

	it('show no pages of a product that is coming soon', async () => {
		for (const { slug, comingSoon } of catalogue) {
			const { openGraph } = await readGallery(slug)
			expect(openGraph.sheets.length === 0).toBe(comingSoon)
		}
	})
})

it('goods, pictures and film together are smaller than 40 MB', async () => {
	const sizes = [await weigh(new URL('../goods/', import.meta.url))]
	for (const { slug } of catalogue) sizes.push(await weigh(here(`${slug}/`)))
	const total = sizes.reduce((sum, size) => sum + size, 0)
	expect(total).toBeGreaterThan(megabyte)
	expect(total).toBeLessThan(40 * megabyte)
})

function here(path: string): URL {
	return new URL(`../catalogue/${path}`, import.meta.url)
}

/** Returns the documents that pictures are drawn from, by name. */
async function documentsOf(slug: string): Promise<Map<string, Uint8Array>> {
	const product = catalogue.find((candidate) => candidate.slug === slug)
	if (product === undefined) throw new Error(`${slug} is not in the catalogue`)
	if (product.pdfFileName === null) return new Map([['cover.pdf', comingSoonCover(product)]])
	const documents = new Map<string, Uint8Array>()
	for (const name of [product.pdfFileName, ...product.previewContent.furtherFiles.map((file) => file.name)]) {
		const bytes = new Uint8Array(await readFile(new URL(`../goods/${name}`, import.meta.url)))
		for (const file of name.endsWith('.zip') ? unpackArchive(bytes) : [{ name, bytes }])
			documents.set(file.name, file.bytes)
	}
	const example = documents.get(examplePlanner.fileName)
	if (example === undefined) return documents
	// Printing the workbook gives different bytes each time, so its pictures are compared with the workbook itself.
	return documents
		.set('example.pdf', example)
		.set('cover.pdf', compilePdf('workshop/budget-planner/cover.typ', 'phone'))
}

async function weigh(folder: URL): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries.filter((entry) => entry.isFile())
	const sizes = await Promise.all(files.map((file) => stat(`${file.parentPath}/${file.name}`)))
	return sizes.reduce((sum, { size }) => sum + size, 0)
}
