/**
 * Resolves once the next frame has been painted. On a slow phone, a press has no visible effect until its handler, and any
 * work that the handler started, has run.
 */
export async function painted(): Promise<void> {
	await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
