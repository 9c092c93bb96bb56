import { z } from 'zod'
import { ApiError, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { integer, text, unixTime } from '#sandbox/stripe/api/params.ts'
import type { Kind, Kinds } from '#sandbox/stripe/objects/kinds.ts'
import type { ListQuery, Objects } from '#sandbox/stripe/objects/objects.ts'

/** The parameters of every list (https://docs.stripe.com/api/pagination). */
export const pageParams = {
	limit: integer({ min: 1, max: 100 }).default(10),
	starting_after: text().optional(),
	ending_before: text().optional(),
}

const range = z.strictObject({
	gt: unixTime.optional(),
	gte: unixTime.optional(),
	lt: unixTime.optional(),
	lte: unixTime.optional(),
})

/** A time, or a range of times. */
export const createdParam = z.union([unixTime.transform((at) => ({ gte: at, lte: at })), range]).optional()

interface PageParams {
	limit: number
	starting_after?: string | undefined
	ending_before?: string | undefined
}

export interface List<T> {
	object: 'list'
	data: T[]
	has_more: boolean
	url: string
}

export function listPage<K extends Kind>(
	objects: Objects,
	kind: K,
	url: string,
	params: PageParams,
	filter: Omit<ListQuery, 'limit' | 'startingAfter' | 'endingBefore'> = {},
): List<Kinds[K]> {
	const { limit, starting_after, ending_before } = params
	if (starting_after !== undefined && ending_before !== undefined) {
		throw new ApiError({
			status: 400,
			code: 'parameters_exclusive',
			message: 'You cannot parameterize ending_before and starting_after.',
		})
	}
	for (const [param, id] of Object.entries({ starting_after, ending_before })) {
		if (id !== undefined && objects.find(kind, id) === undefined) throw noSuch(kind, id, param)
	}
	const { data, hasMore } = objects.list(kind, {
		...filter,
		limit,
		startingAfter: starting_after,
		endingBefore: ending_before,
	})
	return { object: 'list', data, has_more: hasMore, url }
}
