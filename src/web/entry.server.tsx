import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { NonceContext } from '#web/head/first-paint.tsx'
import { shopState } from '#web/site/shop.server.ts'

/** Renders the whole page before it sends anything, so that a failure still gets the right status. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
): Promise<Response> {
	if (import.meta.env.DEV) shopState()
	headers.set('content-type', 'text/html; charset=utf-8')
	if (request.method === 'HEAD') return new Response(null, { status, headers })
	// Only our own server sets this header, and only during development.
	const nonce = request.headers.get('x-csp-nonce')
	const nonced = nonce === null ? {} : { nonce }
	let failure: unknown
	const stream = await renderToReadableStream(
		<NonceContext value={nonce ?? undefined}>
			<ServerRouter context={withoutImports(routerContext)} url={request.url} {...nonced} />
		</NonceContext>,
		{
			...nonced,
			// Larger than any page, so that React does not move parts of a page to the end of the document.
			progressiveChunkSize: Number.POSITIVE_INFINITY,
			signal: request.signal,
			onError(error) {
				failure = error
			},
		},
	)
	await stream.allReady
	if (failure === undefined) return new Response(stream, { status, headers })
	// The renderer reports this; visitors never see it.
	const reason = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
	return new Response(reason, { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/**
 * Leaves out what each module imports. The router would list these imports in `modulepreload` links, which no browser follows
 * inside the template of `DeferredScripts`.
 */
function withoutImports({ manifest, ...context }: EntryContext): EntryContext {
	const routes = Object.entries(manifest.routes).map(([id, route]) => [
		id,
		route && { ...route, imports: [] },
	])
	return {
		...context,
		manifest: { ...manifest, entry: { ...manifest.entry, imports: [] }, routes: Object.fromEntries(routes) },
	}
}

/** The running shop renders its pages with the router in this build. */
export { createRequestHandler } from 'react-router'
export { namedPaths } from '#web/site/named-paths.server.ts'
