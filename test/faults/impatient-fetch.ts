/** Returns a `fetch` that sends each request once, and records its status or the reason for its failure. */
export function impatientFetch(received: string[]): typeof fetch {
	return async (...asked) => {
		try {
			const answer = await fetch(...asked)
			received.push(String(answer.status))
			return answer
		} catch (error) {
			received.push(String(error instanceof Error ? error.cause : error))
			throw error
		}
	}
}
