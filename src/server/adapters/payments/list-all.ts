import type { CallOptions, ProviderCalls } from '#server/adapters/payments/provider-calls.ts'

interface PageRequest {
	limit: number
	starting_after?: string
}

interface Page<T> {
	data: T[]
	has_more: boolean
}

/** Iterates over one of Stripe's lists, page by page. Each page is a separate call. */
export async function* listAll<T extends { id: string }>(
	calls: ProviderCalls,
	list: (page: PageRequest, options: CallOptions) => Promise<Page<T>>,
): AsyncIterable<T> {
	let after: string | undefined
	do {
		const request = { limit: 100, ...(after === undefined ? {} : { starting_after: after }) }
		const page = await calls.run(async (options) => await list(request, options))
		yield* page.data
		after = page.has_more ? page.data.at(-1)?.id : undefined
	} while (after !== undefined)
}

/** Filters a list of Stripe's by the time at which an object was created. */
export function from(since: Date) {
	return { gte: Math.floor(since.getTime() / 1000) }
}
