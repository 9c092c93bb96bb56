import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { bundleMarkup } from '#server/shop/bundles/bundle-pages.ts'
import { type OfferedBundle, sharesOf } from '#server/shop/bundles/bundles-on-sale.ts'

const guides = [
	{ id: '2', title: 'CV Secrets', slug: 'cv-secrets', price_pence: 1499 },
	{ id: '3', title: 'Budget Planner', slug: 'budget-planner', price_pence: 599 },
]
const bundle: OfferedBundle = {
	...{
		id: 'bundle-1',
		title: 'Job & <money>',
		sentence: 'Get "it"',
		price_pence: 1699,
		sum_pence: 2098,
		guides,
	},
}

/** Returns the text of a piece of a page, without its markup. */
const textOf = (markup: string | undefined) => markup?.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('a bundle is offered in the list and on the pages of its guides, with its texts escaped', () => {
	const markup = bundleMarkup(catalogue, [bundle])
	expect(textOf(markup.bundles)).toContain(
		'Job &amp; &lt;money&gt; Get &quot;it&quot; CV Secrets and Budget Planner Both guides together £16.99 (£3.99 less than one by one)',
	)
	expect(textOf(markup['bundles-cv-secrets'])).toContain('With Budget Planner Both guides')
	expect(textOf(markup['bundles-budget-planner'])).toContain('With CV Secrets Both guides')
	expect(markup['bundles-cv-secrets']).toContain(
		'data-bundle="bundle-1" data-title="Job &amp; &lt;money&gt;"',
	)
	expect(markup['bundles-cv-secrets']).toContain('<section id="bundle-1" class="bundle" data-guides="2 3"')
	expect(markup['bundles-student-guide']).toBe('')
})

test('the shares of the guides add up to the price of the bundle', () => {
	expect(sharesOf(bundle)).toEqual([1214, 485])
	const three = [...guides, { id: '4', title: 'Third', slug: 'third', price_pence: 333 }]
	const shares = sharesOf({ ...bundle, guides: three, sum_pence: 2431, price_pence: 1000 })
	expect(shares.reduce((sum, share) => sum + share)).toBe(1000)
	expect(shares).toEqual([617, 246, 137])
})
