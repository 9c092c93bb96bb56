import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Field } from '#web/ui/field.tsx'

/** Lists the filters that the member has saved under a name. */
export function Views({ query }: { query: URLSearchParams }) {
	const { data, reload } = useRead('saved-views', {})
	const [name, setName] = useState('')
	const current = sorted(query)
	const views = data?.views ?? []
	const shown = views.find((view) => sorted(new URLSearchParams(view.query)) === current)
	return (
		<nav className="views" aria-label="Saved views">
			<Link to="/sales" className="view-chip" aria-current={current === '' ? 'true' : undefined}>
				All sales
			</Link>
			{views.map((view) => (
				<Link
					key={view.id}
					to={`/sales?${view.query}`}
					className="view-chip"
					aria-current={view === shown ? 'true' : undefined}
				>
					{view.name}
				</Link>
			))}
			{shown !== undefined ? (
				<ActButton
					act="remove-view"
					input={{ id: shown.id }}
					title={`Remove the view “${shown.name}”`}
					label="Remove this view"
					variant="quiet"
					reason="none"
					done="The view is removed"
					onDone={reload}
				/>
			) : current === '' ? null : (
				<ActButton
					act="save-view"
					input={name.trim() === '' ? undefined : { name: name.trim(), query: current }}
					title="Save this view"
					label="Save"
					opens="Save this view"
					variant="quiet"
					reason="none"
					done="The view is saved"
					onDone={() => {
						setName('')
						reload()
					}}
				>
					<Field
						label="Name"
						name="view-name"
						maxLength={80}
						autoComplete="off"
						value={name}
						onChange={(event) => setName(event.target.value)}
					/>
				</ActButton>
			)}
		</nav>
	)
}

function sorted(query: URLSearchParams): string {
	const copy = new URLSearchParams(query)
	copy.sort()
	return copy.toString()
}
