import { errorOf, unreachable } from '#admin/api/api-error.ts'
import { accessToken } from '#admin/session/access-token.ts'
import { hasActedSinceLastRequest } from '#admin/session/member-use.ts'
import type { OperationName } from '#shared/admin/api.ts'

export interface SendOptions {
	signal?: AbortSignal | undefined
	/**
	 * Whether the page sends the request by itself. Such a request counts as the member's use of the session only if the member
	 * has typed or pressed something on the page since the last request.
	 */
	inBackground?: boolean
	/** A file to send as the body. The input is then sent in the query. */
	file?: Blob
}

/** Sends a request to the API and returns the response, which the server has validated. Throws an `ApiError`. */
export async function send<Answer>(
	method: 'GET' | 'POST',
	name: OperationName,
	input: object,
	options: SendOptions = {},
): Promise<Answer> {
	return await (await request(method, name, input, options)).json()
}

/** Sends a request to the API. Throws an `ApiError` if it is refused, and whatever `fetch` throws if it is aborted. */
export async function request(
	method: 'GET' | 'POST',
	name: OperationName,
	input: object,
	{ signal, inBackground = false, file }: SendOptions,
): Promise<Response> {
	const token = await accessToken()
	const isUse = hasActedSinceLastRequest() || !inBackground
	const isInQuery = method === 'GET' || file !== undefined
	const response = await fetch(isInQuery ? `/api/${name}${queryOf(input)}` : `/api/${name}`, {
		method,
		cache: 'no-store',
		headers: {
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(isUse ? {} : { 'x-in-background': '1' }),
			...(method === 'POST'
				? { 'content-type': file === undefined ? 'application/json' : 'application/octet-stream' }
				: {}),
		},
		...(method === 'POST' ? { body: file ?? JSON.stringify(input) } : {}),
		...(signal === undefined ? {} : { signal }),
	}).catch((error: unknown) => {
		throw signal?.aborted === true ? error : unreachable()
	})
	if (!response.ok) throw await errorOf(response)
	return response
}

/** Formats the input of a read as a query. Fields that are undefined or empty are left out. */
function queryOf(input: object): string {
	const query = new URLSearchParams()
	for (const [field, value] of Object.entries(input))
		for (const one of [value].flat())
			if (one !== undefined && one !== null && one !== '') query.append(field, String(one))
	return query.size === 0 ? '' : `?${query}`
}
