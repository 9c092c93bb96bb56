import { useNavigate } from 'react-router'
import { formatPounds } from '#shared/money.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { type DownloadableGuide, downloadOwned } from '#web/shop/download-guide.ts'
import { Button } from '#web/ui/button.tsx'
import { dayOf } from '#web/ui/dates.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import type { OwnedGuide } from './read-guides.ts'

export function GuideRow({ guide }: { guide: OwnedGuide }) {
	const price = guide.pricePence === 0 ? 'Free' : formatPounds(guide.pricePence)
	return (
		<li className="grid gap-3 border-b border-rule py-5 sm:grid-cols-[1fr_auto] sm:items-center">
			<div>
				<h2 className="text-subheading">{guide.name}</h2>
				<p className="figures mt-1 font-display text-label font-medium">
					{price}, <time dateTime={guide.boughtAt.toISOString()}>{dayOf(guide.boughtAt)}</time>
					{guide.format === null ? null : `, ${guide.format}`}
				</p>
				<Edition guide={guide} />
				{guide.isWithdrawn ? (
					<p className="margin-note mt-1">No longer in the shop, but still yours.</p>
				) : null}
			</div>
			{guide.file === null ? (
				<p>No file to download</p>
			) : (
				<DownloadButton file={guide.file} name={guide.name} />
			)}
		</li>
	)
}

/** Says which edition is current and which the user has downloaded. */
function Edition({ guide: { edition, lastDownload, hasNewEdition } }: { guide: OwnedGuide }) {
	if (edition === null) return null
	return (
		<p className="margin-note figures mt-1">
			{hasNewEdition ? <strong>New edition, free for you: </strong> : 'Edition of '}
			<time dateTime={edition}>{dayOf(new Date(edition))}</time>.{' '}
			{lastDownload === null ? null : (
				<>
					You last downloaded it on{' '}
					<time dateTime={lastDownload.at.toISOString()}>{dayOf(lastDownload.at)}</time>
					{hasNewEdition && lastDownload.edition !== null
						? `, in the edition of ${dayOf(new Date(lastDownload.edition))}.`
						: '.'}
				</>
			)}
		</p>
	)
}

function DownloadButton({ file, name }: { file: DownloadableGuide; name: string }) {
	const navigate = useNavigate()
	const [busy, run] = useBusy()
	return (
		<Button
			aria-disabled={busy || undefined}
			onClick={() => run(() => downloadOwned(file, () => void navigate(signInPath('/account/guides'))))}
		>
			{busy ? 'Preparing...' : 'Download'}
			<span className="sr-only"> {name}</span>
		</Button>
	)
}
