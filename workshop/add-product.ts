import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface NewProduct {
	/** The folder that contains `catalogue/`. */
	root: string
	slug: string
	id: string
}

/**
 * Writes the folder of a product that is coming soon and adds its line to `catalogue/products.ts`. Returns the paths written.
 * Throws before anything is written if the slug cannot be used.
 */
export async function addProduct({ root, slug, id }: NewProduct): Promise<string[]> {
	if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug) || slug.length > 50) {
		throw new Error(
			`"${slug}" cannot be a slug. It is part of the page's address: lower-case letters, digits and single hyphens, beginning with a letter. For example: npm run new-product -- exam-planner`,
		)
	}
	if (existsSync(join(root, 'catalogue', slug))) {
		throw new Error(`catalogue/${slug}/ already exists. Choose another slug.`)
	}
	const words = slug.split('-')
	const title = words.map(capitalised).join(' ')
	const list = join(root, 'catalogue/products.ts')
	const lines = (await readFile(list, 'utf8')).trimEnd().split('\n')
	const line = `export { ${nameOf(words)} } from './${slug}/product.ts'`
	const files = {
		[`catalogue/${slug}/product.ts`]: productFile(nameOf(words), slug, title, id),
		[`catalogue/${slug}/gallery.ts`]: galleryFile(title),
		'catalogue/products.ts': `${sorted([...lines, line]).join('\n')}\n`,
	}
	await mkdir(join(root, 'catalogue', slug))
	for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
	return Object.keys(files)
}

/** Returns the name in camel case. A single word gets a suffix, as it might be a keyword, such as `default`. */
function nameOf([first = '', ...others]: readonly string[]): string {
	return others.length === 0 ? `${first}Product` : `${first}${others.map(capitalised).join('')}`
}

function capitalised(word: string): string {
	return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** Sorts the exports by path, as the formatter does, below the comment. */
function sorted(lines: readonly string[]): string[] {
	const isExport = (line: string) => line.startsWith('export ')
	const path = (line: string) => /'(.*)'/.exec(line)?.[1] ?? ''
	return [
		...lines.filter((line) => !isExport(line)),
		...lines.filter(isExport).toSorted((a, b) => (path(a) < path(b) ? -1 : 1)),
	]
}

function productFile(name: string, slug: string, title: string, id: string): string {
	return `import type { Product } from '#shared/catalogue-schema.ts'

export const ${name}: Product = {
	// Purchases are stored by the id: never change it, and never use it for another product.
	id: '${id}',
	// The folder, and the end of the page's address.
	slug: '${slug}',
	// What is it called? The short title is for tight places, such as breadcrumbs.
	title: '${title}',
	shortTitle: '${title}',
	// What does it do for its reader? The first sentence is the subtitle on the cover.
	description: 'To be decided: what this guide does for its reader, in one or two sentences.',
	// Where does it belong? Career, Finance, Money, Academic or Business.
	category: 'Career',
	// For release: false. Then everything below that is null must be filled in, unless its comment says otherwise.
	comingSoon: true,
	// Will it be free? For release: how much is it, in pence with VAT? Until then, leave the price null. A paid product also needs
	// its id and its tax code in Stripe, even if it is released in the admin.
	isFree: false,
	pricePence: null,
	currency: 'GBP',
	stripeProductId: null,
	taxCode: null,
	// What is its file in goods/ called, and which edition is it? For example { date: '2027-01-31', changes: 'First edition.' }
	pdfFileName: null,
	edition: null,
	// How long does it take? For example '30 min read'.
	readingTime: null,
	// Marketing claims: null, unless you can prove them.
	downloadCount: null,
	rating: null,
	previewContent: {
		// What will be in the download? From its release on, each number must be one that promises.test.ts can count in the files.
		whatYouGet: ['Planned: what is in the download'],
		// What makes it worth having?
		features: ['Planned: what makes it worth having'],
		// Which formats? For example 'PDF'.
		format: 'Not decided yet',
		// For release: replace these five lines with ...built, from the built.ts that \`npm run catalogue\` writes.
		pageCount: null,
		contents: [],
		files: [],
		furtherFiles: [],
		bytes: null,
	},
}
`
}

function galleryFile(title: string): string {
	return `import { type CataloguedPicture, guidePage, type OpenGraphPicture } from '../gallery.ts'

/** Only the cover, because there are no pages to show yet. */
export const gallery: readonly CataloguedPicture[] = [
	{
		name: '01-cover',
		kind: 'cover',
		source: 'cover.pdf',
		page: 1,
		// What does the picture show? For readers who cannot see it.
		alt: 'Cover of ${title}: its title, and one sheet that says coming soon and lists what is planned.',
		caption: null,
		...guidePage,
	},
]

// For release: put the names of three gallery pictures in \`sheets\`, the top one first. In \`alt\`, describe the preview picture
// that is made of them.
export const openGraph: OpenGraphPicture = {
	sheets: [],
	alt: '${title}: its title beside a sheet that says coming soon.',
}
`
}
