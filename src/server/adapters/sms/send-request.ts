interface Request {
	method: string
	headers: Readonly<Record<string, string>>
	body?: string
}

const patienceMs = 10_000
const mostCharacters = 10_000

/** Sends a request to a gateway. Follows no redirect, because the secrets in the request are for this URL only. */
export async function sendRequest(url: string, request: Request): Promise<{ status: number; text: string }> {
	const { host } = new URL(url)
	try {
		const response = await fetch(url, {
			...request,
			redirect: 'manual',
			signal: AbortSignal.timeout(patienceMs),
		})
		return { status: response.status, text: (await response.text()).slice(0, mostCharacters) }
	} catch (error) {
		const name = error instanceof Error ? error.name : 'Error'
		throw new Error(`the text gateway ${host} cannot be reached (${name})`)
	}
}
