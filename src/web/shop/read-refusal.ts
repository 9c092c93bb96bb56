/** A server function's refusal as the visitor's page needs it. */
export interface Refusal {
	/** HTTP status; null where there was no answer. */
	status: number | null
	alreadyPurchased: boolean
	/** The server's own words, which are written for visitors. */
	message: string | undefined
}

/** The client library leaves the body of a refused function call unread in `error.context`; it is read here. */
export async function readRefusal(error: unknown): Promise<Refusal> {
	const context = isRecord(error) ? error.context : undefined
	if (!(context instanceof Response)) return { status: null, alreadyPurchased: false, message: undefined }
	const body: unknown = await context.json().catch(() => null)
	const details = isRecord(body) && isRecord(body.details) ? body.details : {}
	return {
		status: context.status,
		alreadyPurchased: details.already_purchased === true,
		message: isRecord(body) && typeof body.message === 'string' ? body.message : undefined,
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null
}
