import type { Typed } from './typed-plan.ts'

const grouped = /^([-−]?)\s*£?\s*(\d{1,3}(?:[, ]\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/
const withComma = /^([-−]?)\s*£?\s*(\d{1,9}),(\d{1,2})$/

/**
 * Reads an amount as people type it, such as "4.20", "£1,250", "4,20" or "−80", and returns its pounds. Returns null for nothing, and
 * the text itself if it isn't an amount.
 */
export function readAmount(text: string): Typed {
	const typed = text.trim()
	if (typed === '') return null
	const [, sign = '', pounds, pence = ''] = withComma.exec(typed) ?? grouped.exec(typed) ?? []
	if (pounds === undefined) return typed.slice(0, 200)
	const amount = Number(`${pounds.replaceAll(/[, ]/g, '')}.${pence || '0'}`)
	return sign === '' || amount === 0 ? amount : -amount
}

/** Formats an amount for a field, so that `readAmount` reads the same from it. */
export function amountText(amount: Typed): string {
	if (typeof amount !== 'number') return amount ?? ''
	return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
