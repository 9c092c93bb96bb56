import { useState } from 'react'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toastUnreachable } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import type { FurtherReviews } from './further-reviews.tsx'

interface MoreReviewsProps {
	catalogueId: string
	/** The serial of the last review that the page contains. */
	after: number
}

/** Shows further reviews on request. The code that loads and shows them is itself loaded on the first press. */
export function MoreReviews({ catalogueId, after }: MoreReviewsProps) {
	const [shown, setShown] = useState<readonly FurtherReviews[]>([])
	const [busy, run] = useBusy()
	const { last } = shown.at(-1) ?? { last: after }

	async function showMore(before: number) {
		try {
			const { readFurtherReviews } = await lazyImport(() => import('./further-reviews.tsx'))
			const further = await readFurtherReviews(catalogueId, before)
			if (further !== null) setShown((pages) => [...pages, further])
		} catch {
			toastUnreachable('The reviews couldn’t be loaded')
		}
	}

	return (
		<>
			{shown.length === 0 ? null : <ul className="review-list">{shown.map(({ items }) => items)}</ul>}
			{last === null ? null : (
				<p className="scripts-only">
					<button
						type="button"
						className="outlined-button"
						aria-disabled={busy || undefined}
						onClick={() => run(() => showMore(last))}
					>
						Show more reviews
					</button>
				</p>
			)}
		</>
	)
}
