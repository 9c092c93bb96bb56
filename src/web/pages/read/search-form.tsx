import { type FormEvent, type KeyboardEvent, type RefObject, useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { shortestQuery } from './find-text.ts'

export interface SearchFormProps {
	query: string
	onQuery: (query: string) => void
	/** The number of the current match, from 0. */
	match: number
	onMatch: (match: number) => void
	/** The number of matches; null if the query is too short. */
	count: number | null
	/** The title of the chapter with the match; null if there is none. */
	chapter: string | null
	/** Moves the focus to the match. */
	onRead: () => void
}

/** Searches the guide. Enter goes to the next match, Shift and Enter to the one before, Escape clears the field. */
export function SearchForm({
	query,
	onQuery,
	match,
	onMatch,
	count,
	chapter,
	onRead,
	field,
}: SearchFormProps & { field: RefObject<HTMLInputElement | null> }) {
	const id = useId()

	function step(by: 1 | -1) {
		if (count !== null && count > 0) onMatch((match + by + count) % count)
	}
	function submit(event: FormEvent) {
		event.preventDefault()
		step(1)
	}
	function onKeyDown(event: KeyboardEvent) {
		if (event.key === 'Enter' && event.shiftKey) {
			event.preventDefault()
			step(-1)
		}
		if (event.key === 'Escape' && query !== '') {
			// The first Escape clears the field, the second closes the panel.
			event.stopPropagation()
			onQuery('')
		}
	}

	return (
		<search>
			<form onSubmit={submit} className="reading-search">
				<label htmlFor={id} className="text-label font-semibold">
					Search this guide
				</label>
				<div className="flex gap-1">
					<input
						id={id}
						ref={field}
						type="search"
						enterKeyHint="search"
						autoComplete="off"
						value={query}
						onChange={(event) => onQuery(event.target.value)}
						onKeyDown={onKeyDown}
						className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-sheet px-3 text-body"
					/>
					<button type="button" onClick={() => step(-1)} aria-disabled={!count} className="reading-match">
						<Icon name="chevronDown" size={20} className="rotate-180" />
						<span className="sr-only">Previous match</span>
					</button>
					<button type="button" onClick={() => step(1)} aria-disabled={!count} className="reading-match">
						<Icon name="chevronDown" size={20} />
						<span className="sr-only">Next match</span>
					</button>
				</div>
				<p role="status" className="margin-note figures min-h-5">
					{resultOf({ query, match, count, chapter })}
				</p>
				{count !== null && count > 0 ? (
					<button
						type="button"
						onClick={onRead}
						className="link inline-flex min-h-11 items-center justify-self-start text-label"
					>
						Read on from here
					</button>
				) : null}
			</form>
		</search>
	)
}

type Result = Pick<SearchFormProps, 'query' | 'match' | 'count' | 'chapter'>

function resultOf({ query, match, count, chapter }: Result): string {
	if (query.trim().length < shortestQuery || count === null) return ''
	return count === 0 ? 'Not in this guide. Try a shorter word.' : `${match + 1} of ${count}, in “${chapter}”`
}
