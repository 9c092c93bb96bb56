import type { Region } from './countries.ts'

/** Where a shop may sell. */
export const salesAreas = ['uk', 'outside-eu'] as const
export type SalesArea = (typeof salesAreas)[number]

interface Words {
	regions: readonly Region[]
	/** What visitors read before they pay. It ends with “please take our free guides instead”. */
	notice: string
	/** What the terms say. */
	terms: readonly string[]
}

const onHold =
	'If the billing address of a payment is in a country where we don’t sell, nothing is delivered at first. A person looks at it, and delivers the guide or refunds you; until then you can cancel.'

const words: Readonly<Record<SalesArea, Words>> = {
	uk: {
		regions: ['uk'],
		notice: 'We sell to people living in the United Kingdom. If you live elsewhere,',
		terms: [
			'We sell to people who live in the United Kingdom or the Isle of Man. We can’t sell to other countries yet; the free guides are for everyone, wherever you live.',
			onHold,
		],
	},
	'outside-eu': {
		regions: ['uk', 'elsewhere'],
		notice: 'We can’t sell to people living in the European Union yet. If you do,',
		terms: [
			'We sell to people who live in the United Kingdom or anywhere else outside the European Union. We can’t sell to the European Union yet; the free guides are for everyone, wherever you live.',
			onHold,
		],
	},
}

/** Returns what visitors read before they pay, up to “please take our free guides instead”. */
export function saleNotice(area: SalesArea): string {
	return words[area].notice
}

/** Returns what the terms say about where the shop sells. */
export function saleTerms(area: SalesArea): readonly string[] {
	return words[area].terms
}

/** Returns whether the shop sells to people who live in a region. */
export function sellsTo(area: SalesArea, region: Region): boolean {
	return words[area].regions.includes(region)
}
