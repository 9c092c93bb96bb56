import { type ReactNode, useState } from 'react'
import { MailFrame, type Theme } from '#admin/ui/mail-frame.tsx'
import { Loading } from '#admin/ui/states.tsx'
import type { ShownMail } from '#shared/admin/messages.ts'
import { Button } from '#web/ui/button.tsx'

const views = { light: 'Light', dark: 'Dark', text: 'Text only' } as const
const viewNames = ['light', 'dark', 'text'] as const

interface MailViewProps {
	/** Undefined while it is being read. */
	mail: ShownMail | undefined
	/** Buttons beside those that choose the view. */
	children?: ReactNode
}

/** Shows an email as its readers see it: in the light theme, in the dark theme, or as plain text. */
export function MailView({ mail, children }: MailViewProps) {
	const [view, setView] = useState<Theme | 'text'>('light')
	return (
		<>
			<div className="section-head">
				<fieldset className="flex flex-wrap gap-2">
					<legend className="sr-only">Show it as</legend>
					{viewNames.map((each) => (
						<Button
							key={each}
							size="small"
							variant={each === view ? 'primary' : 'secondary'}
							aria-pressed={each === view}
							onClick={() => setView(each)}
						>
							{views[each]}
						</Button>
					))}
				</fieldset>
				{children}
			</div>
			{mail === undefined ? (
				<Loading lines={12} />
			) : view === 'text' ? (
				<pre className="mail-text">{mail.text}</pre>
			) : (
				<MailFrame title={`Preview: ${mail.subject}`} {...mail} theme={view} />
			)}
			{mail?.files.map(({ name, text }) => (
				<details key={name} className="mt-4">
					<summary className="link inline-flex min-h-11 cursor-pointer items-center">
						Attached: {name}
					</summary>
					<pre className="mail-text">{text}</pre>
				</details>
			))}
		</>
	)
}
