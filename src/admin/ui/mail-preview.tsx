import { useState } from 'react'
import { MailFrame, type Theme } from '#admin/ui/mail-frame.tsx'
import type { Preview } from '#shared/admin/api.ts'

/** The email that a customer will receive, collapsed below the list of what will happen. */
export function MailPreview({ mail }: { mail: NonNullable<Preview['mail']> }) {
	const [open, setOpen] = useState(false)
	return (
		<details className="answer" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>The email they receive: “{mail.subject}”</summary>
			{open ? <MailFrame title={`Preview: ${mail.subject}`} {...mail} theme={themeNow()} /> : null}
		</details>
	)
}

/** Returns the theme of the page. The email is shown in the same theme. */
function themeNow(): Theme {
	const { colorScheme } = getComputedStyle(document.documentElement)
	const isDark =
		colorScheme === 'dark' || (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
	return isDark ? 'dark' : 'light'
}
