import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** A line that opens what is below it. Paper opens all of them (`styles/print.css`). */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
	return (
		<details className="group border-b border-rule">
			<summary className="flex min-h-12 items-center justify-between gap-4 py-2.5 leading-tight font-semibold hover:text-press">
				{title}
				<Icon name="chevronDown" size={18} className="shrink-0 text-press group-open:rotate-180" />
			</summary>
			<div className="pb-5">{children}</div>
		</details>
	)
}
