import { memo, startTransition, useId, useMemo, useOptimistic, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { categories } from '#shared/categories.ts'
import { painted } from '#web/ui/painted.ts'
import { findGuides, orders } from './find-guides.ts'
import { NothingFound } from './nothing-found.tsx'
import { ResourceGrid } from './resource-grid.tsx'
import { useSearch } from './use-search.ts'

interface GuideFinderProps {
	products: readonly ShelfProduct[]
	heading: 'h2' | 'h3'
	/** The filters to offer. */
	filters: readonly ('category' | 'price')[]
}

/**
 * Memoised, so that a keystroke does not render the list again. The list depends on the address, which changes a moment after
 * the last keystroke.
 */
const Found = memo(ResourceGrid)

/**
 * A list of products with search, filters and sorting. Its state is in the address, so a search can be shared, and the
 * browser's Back button undoes a change. It needs scripts.
 */
export function GuideFinder({ products, heading, filters }: GuideFinderProps) {
	const { pathname } = useLocation()
	const { search, text, setText, choose, clear } = useSearch()
	const found = useMemo(() => findGuides(products, search), [products, search])
	const field = useRef<HTMLInputElement>(null)
	// The button that was pressed disappears, so the focus moves to the search field.
	const showAll = () => {
		clear()
		field.current?.focus({ preventScroll: true })
	}
	const narrowed = found.length < products.length || search.text !== ''
	return (
		<>
			<search className="scripts-only">
				<form method="get" action={pathname} onSubmit={(event) => event.preventDefault()} className="finder">
					<label className="finder-text">
						<span>Search</span>
						<input
							ref={field}
							type="search"
							name="q"
							maxLength={80}
							placeholder="CV, rent, budget"
							autoComplete="off"
							enterKeyHint="search"
							value={text}
							onChange={(event) => setText(event.target.value)}
							className="finder-control"
						/>
					</label>
					{filters.includes('category') ? (
						<Choice
							name="category"
							label="Category"
							open="All"
							options={categories.map((category) => [category.toLowerCase(), category])}
							value={search.category?.toLowerCase() ?? ''}
							onChoose={choose}
						/>
					) : null}
					{filters.includes('price') ? (
						<Choice
							name="price"
							label="Price"
							open="Any"
							options={[
								['free', 'Free'],
								['premium', 'Premium'],
							]}
							value={search.price ?? ''}
							onChoose={choose}
						/>
					) : null}
					<Choice
						name="sort"
						label="Sort by"
						open="Our order"
						options={Object.entries(orders)}
						value={search.order ?? ''}
						onChoose={choose}
					/>
				</form>
			</search>
			<div className="finder-result">
				<p role="status">{countText(found.length, products.length)}</p>
				{narrowed ? (
					<button type="button" onClick={showAll} className="link min-h-11 px-1">
						Show all
					</button>
				) : null}
			</div>
			<div className="found">
				{found.length === 0 ? (
					<NothingFound text={search.text} onClear={showAll} />
				) : (
					<Found products={found} heading={heading} />
				)}
			</div>
		</>
	)
}

function countText(found: number, all: number): string {
	if (found === 0) return 'Nothing found'
	return found === all ? `${all} guides and templates` : `${found} of ${all} guides and templates`
}

interface ChoiceProps {
	name: 'category' | 'price' | 'sort'
	label: string
	/** The label of the empty option. */
	open: string
	options: readonly (readonly [value: string, label: string])[]
	value: string
	onChoose: (name: ChoiceProps['name'], value: string) => void
}

function Choice({ name, label, open, options, value, onChoose }: ChoiceProps) {
	const id = useId()
	const [shown, show] = useOptimistic(value)
	// Paints the choice before the list is rendered. Rendering the list takes a slow phone a tenth of a second.
	const choose = (chosen: string) =>
		startTransition(async () => {
			show(chosen)
			await painted()
			onChoose(name, chosen)
		})
	return (
		<div>
			<label htmlFor={id}>{label}</label>
			<select
				id={id}
				name={name}
				value={shown}
				onChange={(event) => choose(event.target.value)}
				className="finder-control"
			>
				<option value="">{open}</option>
				{options.map(([option, optionLabel]) => (
					<option key={option} value={option}>
						{optionLabel}
					</option>
				))}
			</select>
		</div>
	)
}
