/** What a page's loader selects, with the pieces of the page that need no scripts (`Prerendered`). */
export type WithPieces<Data, Pieces> = Data & {
	/** Undefined in the browser if the page was loaded as a document, which contains the pieces. */
	pieces?: Pieces
}

/**
 * Adds the rendered pieces to what a loader selects for a document. The server renders the page with them, but they are not
 * among the data in the document: properties that aren't enumerable are not sent.
 */
export function withUnsentPieces<Data extends object, Pieces>(
	data: Data,
	pieces: Pieces,
): WithPieces<Data, Pieces> {
	return Object.defineProperty(data, 'pieces', { value: pieces })
}

/** Returns whether a loader selects for a document, rather than for a browser that came by a link on the site. */
export function isForDocument(request: Request): boolean {
	return request.headers.get('accept')?.includes('text/html') === true
}
