import { type ReactNode, type Ref, useId } from 'react'

interface AccountSectionProps {
	title: string
	/** One sentence that says what the section is for. */
	note: ReactNode
	/** The heading, which can take the focus after a change in the section. */
	heading?: Ref<HTMLHeadingElement>
	children: ReactNode
}

/** A section of the account page: heading and note on the left, controls on the right. */
export function AccountSection({ title, note, heading, children }: AccountSectionProps) {
	const id = useId()
	return (
		<section
			aria-labelledby={id}
			className="grid gap-x-12 gap-y-5 border-t border-rule py-9 lg:grid-cols-[16rem_minmax(0,34rem)]"
		>
			<div>
				<h2 ref={heading} id={id} tabIndex={-1} className="text-subheading outline-none">
					{title}
				</h2>
				<p className="margin-note mt-2 max-w-sm">{note}</p>
			</div>
			<div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-5">{children}</div>
		</section>
	)
}
