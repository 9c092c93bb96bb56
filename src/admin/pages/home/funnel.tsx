import { Link } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { Failed, Loading } from '#admin/ui/states.tsx'

/** Shows how many visitors took each step towards a guide or an account, according to the shop's own count. */
export function Funnel() {
	const { data, error, reload } = useRead('funnel', { days: 28 })
	return (
		<section aria-labelledby="funnel">
			<div className="section-head">
				<h2 id="funnel">From visit to guide, in 28 days</h2>
				<p className="margin-note">
					The shop’s own count of pages and steps. Each percentage is of the step to its left. The faint
					figures are those of the 28 days before.{' '}
					<Link to="/visits" className="link">
						Views of each page
					</Link>
				</p>
			</div>
			{error !== undefined && data === undefined ? (
				<Failed error={error} onRetry={reload} />
			) : data === undefined ? (
				<Loading lines={5} />
			) : (
				data.tables
					.filter(({ rows }) => rows.length > 0)
					.map(({ title, columns, rows }) => (
						// biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the keyboard scrolls it
						<section className="funnel" key={title} aria-label={title} tabIndex={0}>
							<table>
								<thead>
									<tr>
										<th scope="col">{title}</th>
										{columns.map(({ label }) => (
											<th key={label} scope="col" className="is-number">
												{label}
											</th>
										))}
									</tr>
								</thead>
								<tbody>
									{rows.map(({ name, counts, before }) => (
										<tr key={name}>
											<th scope="row">{name}</th>
											{columns.map(({ label, has_rate }, index) => (
												<td key={label} className="is-number">
													<Count count={counts[index]} of={has_rate ? counts[index - 1] : undefined} />
													<span className="block text-soft">
														<span className="sr-only">before: </span>
														<Count count={before[index]} of={undefined} />
													</span>
												</td>
											))}
										</tr>
									))}
								</tbody>
							</table>
						</section>
					))
			)}
		</section>
	)
}

function Count({ count, of }: { count: number | null | undefined; of: number | null | undefined }) {
	if (count === null || count === undefined) return <>not counted</>
	return (
		<>
			{count.toLocaleString('en-GB')}
			{of ? <span className="text-soft"> {Math.round((100 * count) / of)} %</span> : null}
		</>
	)
}
