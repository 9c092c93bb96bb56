import { isRecord } from '#shared/json.ts'

/** An error response of the Functions API. */
export interface CheckoutRefusal {
	/** The HTTP status; null if there was no response. */
	status: number | null
	alreadyPurchased: boolean
	/** If the user has some guides of a bundle, the ids of those that they don’t have. */
	guidesLeft: readonly string[]
	/** The server's code of the error; undefined if the answer isn't the shop's, such as that of a proxy. */
	code: string | undefined
	/** The server's message, which is written for visitors. */
	message: string | undefined
}

/** Reads the body of a refused function call, which the client library leaves unread in `error.context`. */
export async function readRefusal(error: unknown): Promise<CheckoutRefusal> {
	const context = isRecord(error) ? error.context : undefined
	if (!(context instanceof Response))
		return {
			status: null,
			alreadyPurchased: false,
			guidesLeft: [],
			code: undefined,
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
		code: isRecord(body) && typeof body.code === 'string' ? body.code : undefined,
		message: isForVisitor && isRecord(body) && typeof body.message === 'string' ? body.message : undefined,
	}
}
