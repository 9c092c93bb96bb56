import { useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import { GuidesLink, StageText } from './stage-views.tsx'

const redirectAfter = 3000

interface DeliveredProps {
	url: string
	fileName: string
}

/**
 * Shown once the download has started. Redirects home after 3 s unless the visitor chooses to stay, or starts to move through
 * the page with the Tab key, which takes longer than that.
 */
export function Delivered({ url, fileName }: DeliveredProps) {
	const navigate = useNavigate()
	const [staying, setStaying] = useState(false)

	useEffect(() => {
		if (staying) return
		// Replaces this page in the history, so that Back does not start another download.
		const timer = setTimeout(() => void navigate(href('/'), { replace: true }), redirectAfter)
		const onKeyDown = ({ key }: KeyboardEvent) => {
			if (key === 'Tab') setStaying(true)
		}
		addEventListener('keydown', onKeyDown)
		return () => {
			clearTimeout(timer)
			removeEventListener('keydown', onKeyDown)
		}
	}, [staying, navigate])

	function stay() {
		setStaying(true)
		focusContent()
	}

	return (
		<StageText title="Payment Successful!">
			<p>
				{staying
					? 'Your download should start automatically.'
					: 'Your download should start automatically. Redirecting you back...'}
			</p>
			<p>
				The guide is also kept under <GuidesLink />, to fetch again whenever you like.
			</p>
			<p>
				<a href={url} download={fileName} className="link">
					Download {fileName}
				</a>{' '}
				if it has not.
			</p>
			{staying ? null : (
				<Button variant="secondary" onClick={stay}>
					Stay here
				</Button>
			)}
		</StageText>
	)
}
