import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OfferedBundle } from '#shared/shop-state.ts'
import { AuthProvider } from '#web/session/auth-provider.tsx'
import { BundleOffer } from './bundle-offer.tsx'
import { BundleOffers } from './bundle-offers.tsx'

const guides = [
	{ id: '2', title: 'CV Secrets', slug: 'cv-secrets', price_pence: 1499 },
	{ id: '3', title: 'Budget Planner', slug: 'budget-planner', price_pence: 599 },
]
const third = { id: '4', title: 'Third', slug: 'third', price_pence: 333 }
const bundle: OfferedBundle = {
	id: 'bundle-1',
	title: 'Job & <money>',
	sentence: 'Get "it"',
	price_pence: 1699,
	sum_pence: 2098,
	guides,
}
const ofThree = { ...bundle, id: 'bundle-2', title: 'Three', sum_pence: 2431, guides: [...guides, third] }

function render(offers: ReactNode): string {
	return renderToStaticMarkup(
		<MemoryRouter>
			<AuthProvider>{offers}</AuthProvider>
		</MemoryRouter>,
	)
}

/** Returns the HTML of the offer to a visitor who has these guides. */
function offerTo(owned: readonly string[] | null, offered = bundle, guideId?: string): string {
	return render(
		<BundleOffer bundle={offered} guideId={guideId} owned={owned === null ? null : new Set(owned)} />,
	)
}

/** Returns a text without its markup. */
const textOf = (html: string) =>
	html
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim()

test('a bundle is offered with its guides, its price and what it saves', () => {
	const html = render(<BundleOffers bundles={[bundle, ofThree]} />)
	expect(textOf(html)).toBe(
		'Job &amp; &lt;money&gt; Get &quot;it&quot; CV Secrets and Budget Planner Both guides together £16.99 (£3.99 less than one by one) Buy both : Job &amp; &lt;money&gt; ' +
			'Three Get &quot;it&quot; CV Secrets , Budget Planner and Third All 3 guides together £16.99 (£7.32 less than one by one) Buy all 3 : Three',
	)
	expect(html).toContain('<section id="bundle-1" class="bundle" aria-labelledby="bundle-1-title">')
	expect(html).toContain('href="/products/cv-secrets"')
	// Nobody is offered a price by the styles before it is known what they have.
	expect(html).not.toContain('data-checked')
})

test('on the page of one of its guides, the offer does not name that guide', () => {
	const text = textOf(offerTo(null, bundle, '2'))
	expect(text).toContain('With Budget Planner Both guides')
	expect(text).not.toContain('CV Secrets')
})

test('a user who has one of the guides reads what the others cost instead of the price', () => {
	const html = offerTo(['3', '9'], ofThree)
	expect(textOf(html)).toMatch(
		/You already have Budget Planner\. CV Secrets on its own is £14\.99\. Third on its own is £3\.33\.$/,
	)
	expect(html).not.toMatch(/together|<button/)
	expect(html.match(/href="\/products\/cv-secrets"/g)).toHaveLength(2)
	const onItsPage = offerTo(['3'], bundle, '2')
	expect(onItsPage).toContain('CV Secrets on its own is £14.99.')
	expect(onItsPage).not.toContain('href="/products/cv-secrets"')
})

test('a user who has all the guides reads only that', () => {
	expect(textOf(offerTo(['2', '3']))).toBe('You already have both guides of “Job &amp; &lt;money&gt;”.')
	expect(textOf(offerTo(['2', '3', '4'], ofThree))).toBe('You already have all 3 guides of “Three”.')
})

test('a user who has none of the guides can buy them', () => {
	expect(offerTo([])).toContain('<button type="button" class="outlined-button">Buy both')
})
