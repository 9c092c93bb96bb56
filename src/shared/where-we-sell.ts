import type { Region } from './countries.ts'

/** Where a shop may sell. It may sell to the European Union only if it is decided who pays the VAT there. */
export const salesAreas = ['uk', 'outside-eu', 'eu-by-stripe', 'eu-by-oss'] as const
export type SalesArea = (typeof salesAreas)[number]

/** A number of the one-stop shop for sellers from outside the European Union: “EU”, the three digits of the country that issued it, and six more. */
export const ossNumberPattern = /^EU\d{9}$/

/** Who sells to a buyer: the shop, or Stripe as its merchant of record, which then owes the VAT. */
export const sellers = ['shop', 'stripe'] as const
export type SoldBy = (typeof sellers)[number]

interface Words {
	regions: readonly Region[]
	/** What people elsewhere read before they pay, up to “please take our free guides instead”; null if there is no elsewhere. */
	notice: string | null
	/** What the terms say. */
	terms: readonly string[]
}

const onHold =
	'If the billing address of a payment is in a country where we don’t sell, or we aren’t told its country, nothing is delivered at first. A person looks at it, and delivers the guide or refunds you; until then you can cancel.'

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
	'eu-by-stripe': {
		regions: ['uk', 'eu', 'elsewhere'],
		notice: null,
		terms: [
			'We sell to people everywhere. If you live in the European Union and say so before you pay, Stripe sells you the guide in our place, as our merchant of record (“Link” on its page and on your bank statement). The VAT of your country is included in the price, Stripe pays it, and sends you a receipt of its own besides ours.',
			'If you live in the European Union and have bought without saying so, or your billing address and the country of your card leave that open, nothing is delivered at first. A person looks at it, and delivers the guide or refunds you; until then you can cancel.',
			'We deliver the guide, answer for it and keep our promise about refunds, whoever sells it.',
		],
	},
	'eu-by-oss': {
		regions: ['uk', 'eu', 'elsewhere'],
		notice: null,
		terms: [
			'We sell to people everywhere, and are the seller wherever you live. If the billing address of your payment is in the European Union, the price includes the VAT of your country at its standard rate. We pay it through the EU’s one-stop shop; your receipt names the country, the rate and our number there.',
			'If your billing address and the country of your card disagree about where you live, nothing is delivered at first. A person asks you, and delivers the guide or refunds you; until then you can cancel.',
		],
	},
}

/** What a buyer in the European Union ticks before they pay, if Stripe sells to them. */
export const euChoice = 'I live in the European Union'

/** What a buyer in the European Union reads before they pay, if the shop sells to them and declares the VAT. */
export const euNote = 'If you live in the European Union, the price includes your country’s VAT.'

/** Returns what people elsewhere read before they pay, up to “please take our free guides instead”; null if there is no elsewhere. */
export function saleNotice(area: SalesArea): string | null {
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

/** Returns who sells to a buyer who says that they live in a region. */
export function sellerTo(area: SalesArea, region: Region): SoldBy {
	return area === 'eu-by-stripe' && region === 'eu' ? 'stripe' : 'shop'
}
