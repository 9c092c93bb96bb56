import { useNavigate } from 'react-router'
import { formatPounds } from '#shared/money.ts'
import { signInPath } from '#web/session/safe-redirect.ts'
import { downloadOwned } from '#web/shop/download-owned.ts'
import { useOneAtATime } from '#web/shop/use-one-at-a-time.ts'
import { Button } from '#web/ui/button.tsx'
import type { OwnedGuide } from './load-guides.ts'

const dates = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'long',
	year: 'numeric',
	timeZone: 'Europe/London',
})

export function GuideRow({ guide }: { guide: OwnedGuide }) {
	const navigate = useNavigate()
	const [busy, run] = useOneAtATime()
	const { product } = guide
	const price = guide.pricePence === 0 ? 'Free' : formatPounds(guide.pricePence)
	return (
		<li className="grid gap-3 border-b border-rule py-5 sm:grid-cols-[1fr_auto] sm:items-center">
			<div>
				<h2 className="text-subheading">{guide.name}</h2>
				<p className="figures text-soft">
					{price}, <time dateTime={guide.boughtAt.toISOString()}>{dates.format(guide.boughtAt)}</time>
					{product === null ? null : `, ${product.previewContent.format}`}
				</p>
			</div>
			{product === null ? (
				<p>No longer in the shop</p>
			) : (
				<Button
					aria-disabled={busy || undefined}
					onClick={() =>
						run(() => downloadOwned(product, () => void navigate(signInPath('/account/guides'))))
					}
				>
					{busy ? 'Preparing...' : 'Download'}
					<span className="sr-only"> {guide.name}</span>
				</Button>
			)}
		</li>
	)
}
