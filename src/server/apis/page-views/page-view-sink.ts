/** Where page views go: the shop's own table, or another company's counter. */
export interface PageViewSink {
	/** Takes one view of a page of the site, or of `otherPages`. Returns at once and never throws. */
	record(path: string): void
	/** Hands over what has not been handed over yet. */
	close(): Promise<void>
}

/** Every address the shop has no page for, counted together: what people type is nobody's business. */
export const otherPages = '(other)'

/** Counts nothing. */
export const noPageViews: PageViewSink = { record: () => {}, close: async () => {} }
