import { useSearchParams } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { ListTable } from '#admin/ui/list-table.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Empty } from '#admin/ui/states.tsx'

const periods = [
	{ value: '7', label: '7 days' },
	{ value: '30', label: '30 days' },
	{ value: '365', label: 'A year' },
]

/** Lists the most viewed pages of a period, next to the period before. */
export function Page() {
	const [query, setQuery] = useSearchParams()
	const period = query.get('days') ?? '30'
	const read = useRead('page-views', { period })
	const { data } = read
	return (
		<PageFrame
			title="Views of pages"
			note="The shop’s own count, without cookies. It knows which page was viewed, but not by whom or where they came from. Visitors who asked not to be counted aren’t included."
			updatedAt={read.updatedAt}
		>
			<div className="filters">
				<Select
					label="Period"
					value={period}
					options={periods}
					onChange={(days) => setQuery({ days }, { replace: true })}
				/>
				{data === undefined ? null : (
					<p className="figures">
						<strong>{countOf(data.views)}</strong> views, {countOf(data.views_before)} in the same time
						before.
					</p>
				)}
			</div>
			<ListTable
				caption="Pages"
				columns={[
					{ title: 'Page', cell: ({ path }) => <span className="wrap-anywhere">{path}</span> },
					{ title: 'Views', cell: ({ views }) => countOf(views), isNumber: true },
					{ title: 'Before', cell: ({ before }) => countOf(before), isNumber: true },
				]}
				rows={data?.pages}
				keyOf={({ path }) => path}
				read={read}
				empty={<Empty title="No views in this time">The shop counts them if PAGE_VIEWS is set to own.</Empty>}
			/>
		</PageFrame>
	)
}

function countOf(count: number): string {
	return count.toLocaleString('en-GB')
}
