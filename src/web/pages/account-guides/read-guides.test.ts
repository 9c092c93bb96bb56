import { expect, test } from 'vitest'
import { selectFrom, shopStateOf } from '#test/shop-state.ts'
import { furtherFileLabel } from '#web/products/facts.ts'
import { loader } from './page.tsx'
import { readGuides, readLostGuides } from './read-guides.ts'

const offered = selectFrom({}, loader)
const { shelf, editions } = offered

const purchase = {
	id: '7e0b8a52-6f3e-4a51-9a39-1b1d8a2f0c11',
	catalogue_id: '2',
	product_name: 'CV Secrets No One Tells You',
	price: 14.99,
	status: 'completed',
	created_at: '2026-11-21T10:00:00.000+00:00',
}
const product = {
	id: '2',
	title: 'CV Secrets No One Tells You',
	file_name: 'CV.zip',
	edition: '2026-11-21',
	withdrawn: false,
}
const download = { catalogue_id: '2', edition: '2026-11-21', at: '2026-11-22T09:00:00.000+00:00' }

const read = (
	rows: { purchases?: unknown[]; products?: unknown[]; downloads?: unknown[] } = {},
	shop = offered,
) => readGuides({ purchases: [purchase], products: [product], downloads: [download], ...rows }, shop)[0]

test('a purchase row becomes an owned guide with its file, its price in pence and its edition', () => {
	expect(read()).toMatchObject({
		id: purchase.id,
		name: purchase.product_name,
		pricePence: 1499,
		file: { pdfFileName: 'CV.zip', shortTitle: 'CV Secrets' },
		edition: '2026-11-21',
		isWithdrawn: false,
	})
	expect(read()?.boughtAt.toISOString()).toBe('2026-11-21T10:00:00.000Z')
})

test.each([
	['an earlier edition', '2026-01-05', true],
	['the current edition', '2026-11-21', false],
	['an edition that has been withdrawn since', '2026-12-24', false],
	['a file, recorded without its edition', null, false],
])('after a download of %s (%s), a newer edition is announced: %j', (_name, edition, hasNewEdition) => {
	expect(read({ downloads: [{ ...download, edition }] })).toMatchObject({ hasNewEdition })
})

test.each([
	[
		'downloaded before the edition came out, and recorded without its edition',
		'2026-11-20T23:00:00+00:00',
		'2026-11-22T10:00:00+00:00',
		true,
	],
	['never downloaded, and bought before the edition', null, '2026-11-20T10:00:00+00:00', true],
	['never downloaded, and bought on the day of the edition', null, '2026-11-21T00:30:00+00:00', false],
	['never downloaded, and bought after the edition', null, '2027-01-10T10:00:00+00:00', false],
])(
	'for a guide that was %s (download: %s, purchase: %s), a newer edition is announced: %j',
	(_name, at, created_at, hasNewEdition) => {
		const downloads = at === null ? [] : [{ ...download, at, edition: null }]
		expect(read({ purchases: [{ ...purchase, created_at }], downloads })).toMatchObject({ hasNewEdition })
	},
)

test('the changes since the user’s edition are listed if the page knows the current edition', () => {
	const current = editions['2']?.[0]
	const products = [{ ...product, edition: current?.date }]
	const downloads = [{ ...download, edition: '2020-01-01' }]
	expect(read({ products, downloads })?.newer[0]).toEqual(current)
	expect(read({ products, downloads: [{ ...download, edition: current?.date }] })?.newer).toEqual([])
	expect(read({ products: [{ ...product, edition: '2031-05-01' }], downloads })).toMatchObject({
		newer: [],
		kept: [],
	})
})

test('an edition that an owner has published comes before those of the catalogue', () => {
	const ownerEdition = { date: '2031-05-01', changes: 'New rates.' }
	const changed = shopStateOf({}).products.map((other) =>
		other.id === '2' ? { ...other, ownerEdition } : other,
	)
	const shop = selectFrom({ products: changed }, loader)
	const [catalogues] = editions['2'] ?? []
	const products = [{ ...product, edition: ownerEdition.date }]
	const newer = (edition: string) => read({ products, downloads: [{ ...download, edition }] }, shop)?.newer
	expect(newer('2031-05-01')).toEqual([])
	expect(newer(catalogues?.date ?? '')).toMatchObject([ownerEdition])
	expect(newer('2020-01-01')?.slice(0, 2)).toMatchObject([ownerEdition, { date: catalogues?.date }])
	expect(shop.editions['2']).toEqual([{ ...ownerEdition, file: null }, ...(editions['2'] ?? [])])
	expect(shop.editions['3']).toEqual(editions['3'])
})

test('a product whose only edition an owner has published has one edition', () => {
	const edition = { date: '2031-05-01', changes: 'First edition.' }
	const changed = shopStateOf({}).products.map((other) =>
		other.comingSoon
			? {
					...other,
					comingSoon: false,
					releasedByOwner: true,
					edition,
					ownerEdition: edition,
					pdfFileName: 'New.pdf',
				}
			: other,
	)
	const shop = selectFrom({ products: changed }, loader)
	expect(shop.editions['4']).toEqual([{ ...edition, file: null }])
})

test.each(['CV-read.json', 'CV-2026-11-21.zip'])(
	'%s is not a download of the current edition',
	(file_name) => {
		const downloads = [
			{ ...download, file_name },
			{ ...download, file_name: 'CV.zip', edition: '2020-01-01' },
		]
		expect(read({ downloads })).toMatchObject({
			hasNewEdition: true,
			lastDownload: { edition: '2020-01-01' },
		})
	},
)

test.each(Object.entries(editions))(
	'earlier editions of product %s are offered to users who had the guide before the current edition',
	(id, all) => {
		const offered = shelf.find((other) => other.id === id)
		const products = [{ ...product, id, edition: offered?.edition?.date }]
		const bought = (created_at: string) =>
			read({ purchases: [{ ...purchase, catalogue_id: id, created_at }], products })?.kept
		expect(bought('2020-01-01T10:00:00Z')).toEqual(all.filter(({ file }) => file !== null))
		expect(bought('2099-01-01T10:00:00Z')).toEqual([])
	},
)

test('each of a guide’s other files is offered with a label, except for the reading edition', () => {
	const further = read({ purchases: [{ ...purchase, catalogue_id: '7' }] })?.further ?? []
	expect(further.map(({ name }) => name)).toEqual([
		'StartupBlueprint-phone.pdf',
		'StartupBlueprint.epub',
		'StartupBlueprint-worksheets.zip',
	])
	expect(further.map(furtherFileLabel)).toEqual(['Phone edition (PDF)', 'E-book (EPUB)', 'Worksheets (ZIP)'])
	expect(read({ purchases: [{ ...purchase, catalogue_id: '999' }] })?.further).toEqual([])
})

test('only the latest download of the same guide counts', () => {
	const downloads = [
		{ ...download, catalogue_id: '1', edition: '2020-01-01' },
		download,
		{ ...download, edition: '2020-01-01' },
	]
	expect(read({ downloads })).toMatchObject({ hasNewEdition: false, lastDownload: { edition: '2026-11-21' } })
	expect(read({ downloads: [] })).toMatchObject({ hasNewEdition: false, lastDownload: null })
})

test('a guide that the shop no longer offers can still be downloaded', () => {
	const guide = read({
		purchases: [{ ...purchase, catalogue_id: '99', product_name: 'Old guide' }],
		products: [{ ...product, id: '99', title: 'Old guide', file_name: 'old.pdf', withdrawn: true }],
	})
	expect(guide).toMatchObject({
		isWithdrawn: true,
		file: { pdfFileName: 'old.pdf', shortTitle: 'Old guide' },
	})
})

test.each([
	['withdrawn, though the page still lists it', '2', true],
	['unknown to the page', '99', false],
])('a guide that is %s is marked as withdrawn', (_name, id, withdrawn) => {
	const guide = read({
		purchases: [{ ...purchase, catalogue_id: id }],
		products: [{ ...product, id, withdrawn }],
	})
	expect(guide).toMatchObject({ isWithdrawn: true })
})

test('a refunded guide is not owned', () => {
	expect(read({ purchases: [{ ...purchase, status: 'refunded' }] })).toBeUndefined()
})

test('a purchase that can’t be downloaded is listed with its status, unless it was refunded and the guide was bought again', () => {
	const as = (id: string, catalogue_id: string, status: string) => ({ ...purchase, id, catalogue_id, status })
	const lost = readLostGuides(
		[
			as('a', '3', 'disputed'),
			as('b', '3', 'refunded'),
			as('c', '2', 'held'),
			as('d', '2', 'refunded'),
			as('e', '2', 'completed'),
			as('f', '99', 'refunded'),
			as('g', '4', 'pending'),
			{ ...as('h', '5', 'refunded'), price: null },
		],
		offered,
	)
	expect(lost.map(({ id, status }) => [id, status])).toEqual([
		['a', 'disputed'],
		['c', 'held'],
		['f', 'refunded'],
	])
	expect(lost[0]).toMatchObject({ pricePence: 1499, product: { shortTitle: 'Budget Planner' } })
	expect(lost[2]?.product).toBeUndefined()
})

test.each([null, 'row', {}, { ...purchase, price: '14.99' }, { ...purchase, id: 1 }])(
	'%j is not a purchase row',
	(other) => {
		expect(read({ purchases: [other] })).toBeUndefined()
	},
)

test('a bundle is listed guide by guide, but as a whole once it is refunded', () => {
	const bundle = { ...purchase, id: 'b', catalogue_id: 'bundle-1', product_name: 'Both', price: 16.99 }
	const parts = ['2', '3'].map((id) => ({ ...purchase, id, catalogue_id: id, price: 0, part_of: 'b' }))
	const purchases = [...parts, bundle]
	expect(readGuides({ purchases, products: [product], downloads: [] }, offered)).toMatchObject([
		{ id: '2', bundle: { purchaseId: 'b', name: 'Both' } },
		{ id: '3', bundle: { purchaseId: 'b', name: 'Both' } },
	])
	const refunded = purchases.map((row) => ({ ...row, status: 'refunded' }))
	expect(readLostGuides(refunded, offered)).toMatchObject([
		{
			id: 'b',
			name: 'Both',
			pricePence: 1699,
			isBundle: true,
			path: '/premium#bundle-1',
			guides: [{ product: { id: '2' } }, { product: { id: '3' } }],
		},
	])
})
