import type { ReactNode } from 'react'
import type { Answer } from '#shared/admin/api.ts'

export type Item = Answer<'needs-you'>['items'][number]

export interface NeedProps<Kind extends Item['kind']> {
	item: Extract<Item, { kind: Kind }>
	reload: () => void
}

interface CardProps {
	title: ReactNode
	says: ReactNode
	actions?: ReactNode
	children?: ReactNode
}

/** Shows something that needs a decision, and what can be done about it. */
export function Card({ title, says, actions, children }: CardProps) {
	return (
		<article className="need">
			<div className="need-text">
				<h3>{title}</h3>
				<p className="text-soft wrap-anywhere">{says}</p>
				{children}
			</div>
			{actions ? <div className="need-actions">{actions}</div> : null}
		</article>
	)
}
