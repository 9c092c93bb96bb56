import type { ReactNode } from 'react'
import type { SitePart } from '#shared/site.ts'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { EmailLink } from '#web/site/email-link.tsx'
import { siteText } from '#web/site/site-settings.ts'

/** The seller’s name, address, email and registrations, as UK law requires. */
export function TraderDetails() {
	return (
		<dl className="figures *:first:border-t-0 *:first:pt-0">
			<Row name="Name">{siteText('trader-name')}</Row>
			<Row name="Address">{siteText('trader-address')}</Row>
			<Row name="Email">
				<EmailLink className="inline-flex min-h-11 items-center" />
			</Row>
			<OptionalRow name="Company number" part="company-number" />
			<OptionalRow name="VAT number" part="vat-number" />
			<OptionalRow name="ICO registration" part="ico-number" />
		</dl>
	)
}

function Row({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className={rowClass}>
			<dt className="text-soft">{name}</dt>
			<dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
		</div>
	)
}

function OptionalRow({
	name,
	part,
}: {
	name: string
	part: Extract<SitePart, 'company-number' | 'vat-number' | 'ico-number'>
}) {
	return (
		<SiteOnly when={part} className={rowClass}>
			<dt className="text-soft">{name}</dt>
			<dd>{siteText(part)}</dd>
		</SiteOnly>
	)
}

const rowClass =
	'grid min-h-11 items-center gap-x-6 border-t border-rule py-2 font-display text-label sm:grid-cols-[9rem_1fr]'
