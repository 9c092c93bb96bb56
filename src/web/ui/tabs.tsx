import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Tab<Value extends string> {
	value: Value
	label: string
	panel: ReactNode
}

interface TabsProps<Value extends string> {
	/** The accessible name of the tab list. */
	label: string
	tabs: readonly Tab<Value>[]
	value: Value
	onValueChange: (value: Value) => void
}

/**
 * Tabs with arrow keys, Home and End. Written by hand, because Radix's tabs would exceed the sign-in page's limit for scripts.
 */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
	const id = useId()
	const list = useRef<HTMLDivElement>(null)
	const selected = tabs.findIndex((tab) => tab.value === value)

	function select(index: number) {
		const tab = tabs[(index + tabs.length) % tabs.length]
		if (tab === undefined) return
		onValueChange(tab.value)
		list.current?.querySelector<HTMLElement>(`[data-value="${tab.value}"]`)?.focus()
	}
	function onKeyDown(event: KeyboardEvent) {
		const target = { ArrowRight: selected + 1, ArrowLeft: selected - 1, Home: 0, End: tabs.length - 1 }[
			event.key
		]
		if (target === undefined) return
		event.preventDefault()
		select(target)
	}

	return (
		<>
			<div
				ref={list}
				role="tablist"
				aria-label={label}
				onKeyDown={onKeyDown}
				className="flex gap-6 border-b border-rule"
			>
				{tabs.map((tab) => (
					<button
						key={tab.value}
						type="button"
						role="tab"
						id={`${id}-${tab.value}`}
						data-value={tab.value}
						aria-selected={tab.value === value}
						aria-controls={`${id}-panel`}
						tabIndex={tab.value === value ? 0 : -1}
						onClick={() => onValueChange(tab.value)}
						className={tabClass}
					>
						{tab.label}
					</button>
				))}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
				{tabs[selected]?.panel}
			</div>
		</>
	)
}

const tabClass =
	'-mb-px min-h-11 border-b-2 border-transparent font-semibold text-soft hover:text-ink aria-selected:border-press aria-selected:text-ink'
