import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Tab<Value extends string> {
	value: Value
	label: string
	panel: ReactNode
}

interface TabsProps<Value extends string> {
	/** What the tabs are a choice of, for screen readers. */
	label: string
	tabs: readonly Tab<Value>[]
	value: Value
	onValueChange: (value: Value) => void
}

/**
 * One panel at a time, chosen by tabs; arrow keys, Home and End go along them. Written by hand: the primitive's tabs would
 * take the sign-in page over the weight of script a page may have.
 */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
	const id = useId()
	const list = useRef<HTMLDivElement>(null)
	const chosen = tabs.findIndex((tab) => tab.value === value)

	function choose(index: number) {
		const tab = tabs[(index + tabs.length) % tabs.length]
		if (tab === undefined) return
		onValueChange(tab.value)
		list.current?.querySelector<HTMLElement>(`[data-value="${tab.value}"]`)?.focus()
	}
	function followKeys(event: KeyboardEvent) {
		const target = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: tabs.length - 1 }[event.key]
		if (target === undefined) return
		event.preventDefault()
		choose(target)
	}

	return (
		<>
			<div
				ref={list}
				role="tablist"
				aria-label={label}
				onKeyDown={followKeys}
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
				{tabs[chosen]?.panel}
			</div>
		</>
	)
}

const tabClass =
	'-mb-px min-h-11 border-b-2 border-transparent font-semibold text-soft hover:text-ink aria-selected:border-press aria-selected:text-ink'
