import { createRoot } from 'react-dom/client'
import { captchaMessage } from '#shared/captcha.ts'
import { field, textIn } from '#web/session/read-fields.ts'
import { siteText } from '#web/site/site-settings.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Shows the widget of another company’s captcha in a dialog. Returns its token; throws if it fails or is closed. */
export async function showWidget(): Promise<string> {
	const place = document.createElement('div')
	document.body.append(place)
	const root = createRoot(place)
	const over = new AbortController()
	const token = await new Promise<string>((resolve) => {
		addEventListener(
			'message',
			({ origin, data }) => {
				if (origin === location.origin && field(data, 'type') === captchaMessage)
					resolve(textIn(data, 'token') ?? '')
			},
			over,
		)
		root.render(
			<Dialog
				open
				onClose={() => resolve('')}
				title="Are you a person?"
				description={`${siteText('captcha-company')} checks it for us. Nothing has been sent yet.`}
			>
				<iframe
					title="The check"
					src={`/auth/v1/captcha/frame?theme=${themeNow()}`}
					className={`w-full ${siteText('captcha-company') === 'hCaptcha' ? 'h-96' : 'h-20'}`}
				/>
			</Dialog>,
		)
	})
	over.abort()
	root.unmount()
	place.remove()
	if (token === '') throw new Error('the widget failed or was closed')
	return token
}

function themeNow(): 'light' | 'dark' {
	const chosen = document.documentElement.dataset.theme
	const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
	return isDark ? 'dark' : 'light'
}
