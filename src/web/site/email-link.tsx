import { siteText } from './site-settings.ts'

/** A link to the shop’s email address. */
export function EmailLink({ className = '' }: { className?: string }) {
	const email = siteText('trader-email')
	return (
		<a href={`mailto:${email}`} className={`link wrap-anywhere ${className}`}>
			{email}
		</a>
	)
}
