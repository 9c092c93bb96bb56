/** Whether the shop answers at this moment. */
export async function isServerThere(): Promise<boolean> {
	try {
		const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
		return answer.ok
	} catch {
		return false
	}
}
