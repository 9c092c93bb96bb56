import type { Context } from 'hono'
import { validationFailed } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** The part of a list that was requested. */
export interface Page {
	/** Counted from 1. */
	number: number
	size: number
}

const usualSize = 50
const largestSize = 1_000
// No list has this many pages. The row numbers on later pages could exceed 32 bits.
const lastNumber = 1_000_000

/** Reads `page` and `per_page`. Throws `validation_failed` unless both are whole numbers in range. */
export function readPage(c: Context<Env>): Page {
	const read = (name: string, otherwise: number) => {
		const text = c.req.query(name) ?? ''
		if (text === '') return otherwise
		if (!/^\d{1,9}$/.test(text))
			throw validationFailed(`Bad Pagination Parameters: ${name} must be a whole number`)
		return Number(text)
	}
	const page = { number: read('page', 1), size: read('per_page', usualSize) }
	if (page.number < 1 || page.number > lastNumber || page.size < 1 || page.size > largestSize)
		throw validationFailed(`Bad Pagination Parameters: page starts at 1, and per_page is 1 to ${largestSize}`)
	return page
}

/** Answers with a page of a list, and states the length of the list in `Link` and `X-Total-Count`. */
export function answerPage(
	c: Context<Env>,
	body: Record<string, unknown> | readonly unknown[],
	{ page, total }: { page: Page; total: number },
): Response {
	const last = Math.max(1, Math.ceil(total / page.size))
	const link = (number: number, rel: string) => {
		const query = new URLSearchParams(c.req.query())
		query.set('page', String(number))
		return `<${c.req.path}?${query}>; rel="${rel}"`
	}
	const links = [...(page.number < last ? [link(page.number + 1, 'next')] : []), link(last, 'last')]
	return c.json(body, 200, { 'x-total-count': String(total), link: links.join(', ') })
}
