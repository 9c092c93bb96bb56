/** Makes a body of a request that arrives only when the test wants it to. */
export function holdBody(value: unknown) {
	const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	const body = new ReadableStream<Uint8Array>(
		{
			pull: async (controller) => {
				ask()
				await released
				controller.enqueue(new TextEncoder().encode(JSON.stringify(value)))
				controller.close()
			},
		},
		{ highWaterMark: 0 },
	)
	return {
		/** The options of a request with this body. */
		init: { body, duplex: 'half' as const },
		/** Resolves once the server waits for the body. */
		asked,
		release,
	}
}
