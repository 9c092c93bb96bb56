/** Sends a request once. Records the status, or the reason for the failure. */
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
