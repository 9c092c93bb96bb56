import { isRecord } from '#shared/json.ts'

/** An error response of the Functions API. */
export interface Refusal {
	/** The HTTP status; null if there was no response. */
	status: number | null
	alreadyPurchased: boolean
	/** If the user has some guides of a bundle, the ids of those that they don’t have. */
	guidesLeft: readonly string[]
	/** Whether nobody can buy at the moment, so that trying again doesn't help. */
	isClosed: boolean
	/** Whether the guide or bundle is not sold, or no longer. */
	isNotForSale: boolean
	/** The server's message, which is written for visitors. */
	message: string | undefined
}

/** Reads the body of a refused function call, which the client library leaves unread in `error.context`. */
export async function readRefusal(error: unknown): Promise<Refusal> {
	const context = isRecord(error) ? error.context : undefined
	if (!(context instanceof Response))
		return {
			...{ status: null, alreadyPurchased: false, guidesLeft: [], isClosed: false, isNotForSale: false },
			message: undefined,
		}
	const body: unknown = await context.json().catch(() => null)
	// What a server says that has failed unexpectedly is not for visitors. With 503 it says when to try again.
	const isForVisitor = context.status < 500 || context.status === 503
	const details = isRecord(body) && isRecord(body.details) ? body.details : {}
	return {
		status: context.status,
		alreadyPurchased: details.already_purchased === true,
		guidesLeft: Array.isArray(details.guides_left)
			? details.guides_left.filter((id) => typeof id === 'string')
			: [],
		isClosed: isRecord(body) && body.code === 'shop_closed',
		isNotForSale: isRecord(body) && body.code === 'not_for_sale',
		message: isForVisitor && isRecord(body) && typeof body.message === 'string' ? body.message : undefined,
	}
}
