/** The destination of page views: the shop's own table, or an analytics service. */
export interface PageViewSink {
	/** Records one view of a page, or of `otherPages`. Returns immediately and never throws. */
	record(path: string): void
	/** Flushes the views that have not been written or sent yet. */
	close(): Promise<void>
}

/** Counts all unknown paths together: what visitors type by mistake is not recorded. */
export const otherPages = '(other)'

/** Counts nothing. */
export const noPageViews: PageViewSink = { record: () => {}, close: async () => {} }
