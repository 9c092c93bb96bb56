import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { AccountSectionId } from '#web/account/account-index.tsx'
import { focusPart } from '#web/ui/focus.ts'

interface AccountSectionProps {
	/** Its anchor, which the index links to. */
	id: AccountSectionId
	title: string
	/** One sentence that says what the section is for. */
	note: ReactNode
	/** The heading, which can take the focus after a change in the section. */
	heading?: Ref<HTMLHeadingElement>
	children: ReactNode
}

/** A section of the account page: heading and note on the left, controls on the right. */
export function AccountSection({ id, title, note, heading, children }: AccountSectionProps) {
	const headingId = `${id}-heading`
	const section = useRef<HTMLElement>(null)
	const used = useRef<Element>(null)

	// A control that the user pressed may disappear, such as the button that signs out the other devices. The heading then takes
	// the focus.
	useEffect(() => {
		const isGone = used.current?.isConnected === false && document.activeElement === document.body
		if (isGone && section.current !== null) focusPart(section.current)
	})

	return (
		<section
			ref={section}
			id={id}
			onFocus={({ target }) => {
				used.current = target
			}}
			aria-labelledby={headingId}
			className="grid gap-x-12 gap-y-5 border-t border-rule py-9 xl:grid-cols-[14rem_minmax(0,1fr)]"
		>
			<div>
				<h2 ref={heading} id={headingId} tabIndex={-1} className="text-subheading outline-none">
					{title}
				</h2>
				<p className="margin-note mt-2 max-w-sm">{note}</p>
			</div>
			<div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-5">{children}</div>
		</section>
	)
}
