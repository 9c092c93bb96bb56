import { type ReactNode, useEffect, useRef } from 'react'
import { href, Link } from 'react-router'

interface NarrowPageProps {
	/** Short remarks, shown below the content. */
	notes?: readonly string[]
	children: ReactNode
}

/** The narrow column of the pages for signing in, confirming and paying. */
export function NarrowPage({ notes = [], children }: NarrowPageProps) {
	return (
		<div className="narrow-page page-width">
			<div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-5">{children}</div>
			{notes.length === 0 ? null : <MarginNotes notes={notes} />}
		</div>
	)
}

/** Short remarks beside a step. */
export function MarginNotes({ notes }: { notes: readonly string[] }) {
	return (
		<ul className="grid max-w-md content-start gap-6">
			{notes.map((note) => (
				<li key={note} className="margin-note border-l border-rule pl-4">
					{note}
				</li>
			))}
		</ul>
	)
}

/** The heading of a step that replaces another. It takes the focus, so that screen readers announce the change. */
export function FocusedHeading({ children }: { children: ReactNode }) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<h1 ref={heading} tabIndex={-1} className="text-title">
			{children}
		</h1>
	)
}

/** Tells visitors without JavaScript that a form or page needs it. */
export function NeedsScripts({ what = 'This form' }: { what?: 'This form' | 'This page' }) {
	return (
		<noscript>
			<p className="max-w-measure border-l-2 border-marker pl-4">
				{what} needs JavaScript, which is switched off in this browser. Switch it on for this site, then load
				the page again. If you can’t,{' '}
				<Link to={href('/contact')} className="link">
					write to us
				</Link>
				.
			</p>
		</noscript>
	)
}
