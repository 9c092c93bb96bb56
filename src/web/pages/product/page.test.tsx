import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { loaderArguments } from '#test/loader-arguments.ts'
import { selectFrom, shopStateOf } from '#test/shop-state.ts'
import { AuthProvider } from '#web/session/auth-provider.tsx'
import { namedPaths } from '#web/site/named-paths.server.ts'
import { loader, meta } from './page.tsx'
import { picturesOf } from './pictures.ts'
import { type ProductData, ProductView } from './product-view.tsx'

const documentRequest = 'text/html,application/xhtml+xml'

/** Returns what the page at a path selects for a request that accepts this. */
function select(path: string, accept: string): ProductData | null {
	return selectFrom({}, () => loader(loaderArguments(path, { accept })))
}

function render(data: ProductData): string {
	return renderToStaticMarkup(
		<MemoryRouter>
			<AuthProvider>
				<ProductView data={data} />
			</AuthProvider>
		</MemoryRouter>,
	)
}

test('the data in a document has none of the texts, with which the server still renders the page', () => {
	const data = select('/products/cv-secrets', documentRequest)
	const sent = JSON.stringify(data)
	expect(sent).not.toMatch(/chapter|question|gallery|Evidence lines/)
	expect(sent.length).toBeLessThan(4_000)
	expect(data?.pieces).toBeDefined()
	const html = data === null ? '' : render(data)
	for (const text of [
		'Evidence lines',
		'What do I need to open the files?',
		'In the download',
		'9 PDFs, 27 pages',
	])
		expect(html).toContain(text)
})

test('a visitor who comes by a link gets the texts as data, but no elements', () => {
	const data = select('/products/cv-secrets', '*/*')
	expect(data?.pieces).toBeUndefined()
	expect(data?.texts?.content.questions.length).toBeGreaterThan(3)
	expect(data?.texts?.content.chapter?.html).toContain('<p>')
	expect(data).toMatchObject({ inside: { hasFilm: false } })
	expect(select('/products/budget-planner', '*/*')).toMatchObject({ inside: { hasFilm: true } })
})

test('a chapter has one page number, its line in the contents leads to it, and numbers say who counted', () => {
	const shown = (path: string) => {
		const data = select(path, documentRequest)
		return data === null ? '' : render(data)
	}
	const html = shown('/products/cv-secrets')
	expect(html).toContain('A whole chapter, free · 2 min · from page 7')
	expect(html).toMatch(/href="#chapter"[^>]*>The words of the advert, free<\/a>.*?page <\/span>7</)
	expect(html).toContain('The pictures are of the phone edition')
	expect(html).not.toMatch(/alt="Page \d+, /)
	expect(html).toContain('4.8 from 120 ratings, our own count')
	expect(html).toContain('129, our own count')
	// This chapter is from a file without a list of contents, and no picture is of another edition.
	const planner = shown('/products/budget-planner')
	expect(planner).toContain('page 1 of How-to.pdf')
	expect(planner).not.toMatch(/href="#chapter"|phone edition, which/)
})

test('the viewer shows the film after the cover, and the row below the film shows pages alone', () => {
	const data = select('/products/budget-planner', '*/*')
	const pictures = data?.texts && picturesOf(data.texts.content)
	expect(pictures?.all[1]).toHaveProperty('sources')
	expect(pictures?.inside.map(({ name }) => name)).toEqual([
		'02-dashboard',
		'03-setup',
		'04-how-to',
		'05-number',
		'06-sixteen-weeks',
	])
})

test('both addresses of a product show the same, and the one under /products/ is canonical', () => {
	const short = select('/startup-blueprint', '*/*')
	expect(short).toEqual(select('/products/startup-blueprint', '*/*'))
	const location = { pathname: '/startup-blueprint', search: '', hash: '', state: null, key: '' }
	const head = selectFrom({}, () => meta({ loaderData: short, location, matches: [], params: {} }))
	expect(head).toContainEqual({
		tagName: 'link',
		rel: 'canonical',
		href: 'https://shop.test/products/startup-blueprint',
	})
})

test('there is nothing at the address of a product that is coming soon or unknown', () => {
	for (const path of ['/products/study-techniques', '/products/404'])
		for (const accept of [documentRequest, '*/*']) expect(select(path, accept)).toBeNull()
})

test('the page of a guide off sale says so, offers no button and isn’t listed; a guide that is gone has none', () => {
	const { products } = shopStateOf({})
	const off = (offSale: 'paused' | 'gone') => ({
		products: products.filter(({ id }) => id !== '2'),
		offSale: products.filter(({ id }) => id === '2').map((product) => ({ ...product, offSale })),
	})
	const open = (offSale: 'paused' | 'gone') =>
		selectFrom(off(offSale), () =>
			loader(loaderArguments('/products/cv-secrets', { accept: documentRequest })),
		)
	const data = open('paused')
	const html = data === null ? '' : render(data)
	expect(html).toContain('isn’t on sale at the moment')
	expect(html).not.toMatch(/Buy Now|£14\.99|"offers"/)
	const location = { pathname: '/products/cv-secrets', search: '', hash: '', state: null, key: '' }
	const head = selectFrom({}, () => meta({ loaderData: data, location, matches: [], params: {} }))
	expect(head).toContainEqual({ name: 'robots', content: 'noindex' })
	expect(open('gone')).toBeNull()
	expect(selectFrom(off('paused'), namedPaths)).toEqual(
		expect.arrayContaining(['/products/cv-secrets', '/read/cv-secrets']),
	)
	const whenGone = selectFrom(off('gone'), namedPaths)
	expect(whenGone).not.toContain('/products/cv-secrets')
	expect(whenGone).toContain('/read/cv-secrets')
})
