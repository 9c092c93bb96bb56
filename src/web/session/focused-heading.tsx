import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a step that has taken another's place: whoever cannot see the change is brought here. */
export function FocusedHeading({ children }: { children: ReactNode }) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<h1 ref={heading} tabIndex={-1} className="text-title">
			{children}
		</h1>
	)
}
