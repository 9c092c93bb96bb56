/** Returns a `fetch` that sends each request once, and records its status, for errors with its address and body, or the reason for its failure. */
export function impatientFetch(received: string[]): typeof fetch {
	return async (...asked) => {
		try {
			const answer = await fetch(...asked)
			received.push(
				answer.ok ? String(answer.status) : `${answer.status} ${answer.url}: ${await answer.clone().text()}`,
			)
			return answer
		} catch (error) {
			received.push(String(error instanceof Error ? error.cause : error))
			throw error
		}
	}
}
