import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { describeOpening } from '#shared/admin/opening.ts'

/** Says for each guide of a sale whether its buyer has opened it. Names the guides if there are several. */
export function Openings({ guides }: { guides: Answer<'sale'>['opened'] }) {
	return guides.map(({ guide, opened_at, ...times }) => {
		const words = describeOpening({ ...times, last: opened_at === null ? null : timeOf(opened_at) })
		return (
			<p key={guide} className="text-soft">
				{guides.length === 1 ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : `${guide}: ${words}`}
			</p>
		)
	})
}
