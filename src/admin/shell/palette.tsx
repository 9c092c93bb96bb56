import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminPage } from '#admin/pages.ts'
import { type Found, finders } from '#admin/shell/finders.ts'
import { switchTheme } from '#admin/shell/theme-switch.tsx'
import { foldText } from '#shared/fold-text.ts'

interface PaletteProps {
	pages: readonly AdminPage[]
	/** Whether it also looks for sales and customers. */
	searches: boolean
	open: boolean
	onOpenChange: (open: boolean) => void
}

/** A search field that opens any page, sale or customer. */
export function Palette({ pages, searches, open, onOpenChange }: PaletteProps) {
	return (
		<Dialog.Root open={open} onOpenChange={onOpenChange}>
			<Dialog.Portal>
				<div className="dialog-shade fixed inset-0 z-50 bg-shade" />
				<Dialog.Content className="palette" aria-describedby={undefined}>
					<Dialog.Title className="sr-only">Search or go to</Dialog.Title>
					<Choices pages={pages} searches={searches} close={() => onOpenChange(false)} />
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

function Choices({
	pages,
	searches,
	close,
}: Pick<PaletteProps, 'pages' | 'searches'> & { close: () => void }) {
	const navigate = useNavigate()
	const listId = useId()
	const [text, setText] = useState('')
	const [chosen, choose] = useState(0)
	const found = useFound(useDeferredValue(searches ? text.trim() : ''))
	const own: Found[] = [
		...pages.flatMap(({ path, name, key }) =>
			name === undefined ? [] : [{ id: path, name, note: key && `G ${key.toUpperCase()}`, to: path }],
		),
		{ id: 'theme', name: 'Switch between light and dark', run: switchTheme },
	]
	const words = foldText(text).trim()
	const items = [...own.filter(({ name }) => foldText(name).includes(words)), ...found.items]
	const current = Math.min(chosen, items.length - 1)

	function take(item: Found | undefined) {
		if (item === undefined) return
		close()
		if (item.to !== undefined) void navigate(item.to)
		item.run?.()
	}
	function onKeyDown(event: KeyboardEvent) {
		if (event.key === 'ArrowDown') choose(Math.min(current + 1, items.length - 1))
		else if (event.key === 'ArrowUp') choose(Math.max(current - 1, 0))
		else if (event.key === 'Enter') take(items[current])
		else return
		event.preventDefault()
	}

	return (
		<>
			<input
				role="combobox"
				aria-expanded="true"
				aria-controls={listId}
				aria-activedescendant={items.length === 0 ? undefined : `${listId}-${current}`}
				aria-label={searches ? 'A page, an email, a name, a receipt or an id' : 'Go to'}
				placeholder={searches ? 'A page, an email, a name, a receipt or an id' : 'Go to …'}
				className="palette-input"
				autoComplete="off"
				spellCheck={false}
				value={text}
				onChange={(event) => {
					setText(event.target.value)
					choose(0)
				}}
				onKeyDown={onKeyDown}
			/>
			<div id={listId} role="listbox" aria-label="What matches" className="palette-list">
				{items.map((item, index) => (
					// biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
					<div
						key={item.id}
						id={`${listId}-${index}`}
						role="option"
						aria-selected={index === current}
						tabIndex={-1}
						onClick={() => take(item)}
						onPointerMove={() => choose(index)}
					>
						<span className="wrap-anywhere">{item.name}</span>
						{item.note ? <span className="palette-hint">{item.note}</span> : null}
					</div>
				))}
			</div>
			<p role="status" className="palette-note">
				{found.loading ? 'Looking …' : items.length === 0 ? `Nothing matches “${text}”.` : ''}
			</p>
		</>
	)
}

/** The fewest characters that start a search. */
const shortest = 2
const typingMs = 120

function useFound(text: string): { items: readonly Found[]; loading: boolean } {
	const [items, setItems] = useState<readonly Found[]>([])
	const [loading, setLoading] = useState(false)
	const last = useRef(0)
	useEffect(() => {
		last.current += 1
		const turn = last.current
		const left = new AbortController()
		if (text.length < shortest) {
			setItems([])
			setLoading(false)
			return
		}
		setLoading(true)
		const timer = setTimeout(async () => {
			const lists = await Promise.all(
				finders.map((find) => find(text, left.signal).catch((): readonly Found[] => [])),
			)
			if (turn !== last.current) return
			setItems(lists.flat())
			setLoading(false)
		}, typingMs)
		return () => {
			left.abort()
			clearTimeout(timer)
		}
	}, [text])
	return { items, loading }
}
