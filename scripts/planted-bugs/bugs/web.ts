import type { PlantedBug } from '../planted-bug.ts'

export const webBugs: readonly PlantedBug[] = [
	{
		name: 'web/failed-refresh-shown-as-wrong-password',
		file: 'src/web/session/failed-requests.ts',
		find: `	if (pathname === '/auth/v1/token' && refreshEndings.has(code)) return 'refresh-refused'
	if (withoutSession.test(pathname)) return null`,
		replace: `	if (withoutSession.test(pathname)) return null
	if (pathname === '/auth/v1/token' && refreshEndings.has(code)) return 'refresh-refused'`,
		why: 'A visitor whose session ended elsewhere is signed out without an explanation.',
		noticedBy: ['src/web/session/failed-requests.test.ts'],
	},
	{
		name: 'web/banned-user-stays-signed-in',
		file: 'src/web/session/failed-requests.ts',
		find: "new Set(['session_not_found', 'user_not_found', 'user_banned'])",
		replace: "new Set(['session_not_found', 'user_not_found'])",
		why: 'A banned user still appears signed in, and every action fails.',
		noticedBy: ['src/web/session/failed-requests.test.ts'],
	},
	{
		name: 'web/invalid-token-passes-the-second-step',
		file: 'src/web/session/read-session.ts',
		find: "isOn === true && levelOf(access_token) !== 'aal2'",
		replace: "isOn === true && levelOf(access_token) === 'aal1'",
		why: 'The site shows a user as signed in although every API rejects the session.',
		noticedBy: ['src/web/session/read-session.test.ts'],
	},
	{
		name: 'web/continues-after-the-page-was-left',
		file: 'src/web/pages/payment-success/use-purchase.ts',
		find: `		await sleep(pause, signal)
		if (signal.aborted) return confirmation
`,
		replace: '		await sleep(pause, signal)\n',
		why: 'A page that was left still confirms the payment and starts the download.',
		noticedBy: ['src/web/pages/payment-success/use-purchase.test.ts'],
	},
	{
		name: 'web/older-edition-counts-as-new',
		file: 'src/web/pages/account-guides/read-guides.ts',
		find: 'edition > lastDownload.edition',
		replace: 'edition !== lastDownload.edition',
		why: 'After an edition was withdrawn, buyers are offered an older one as new.',
		noticedBy: ['src/web/pages/account-guides/read-guides.test.ts'],
	},
	{
		name: 'web/receipt-hides-a-dispute',
		file: 'src/web/pages/account-guides/read-receipts.ts',
		find: "since: status === 'refunded' || status === 'disputed' ? status : null",
		replace: "since: status === 'refunded' ? status : null",
		why: 'A receipt does not show that the purchase is disputed.',
		noticedBy: ['src/web/pages/account-guides/read-receipts.test.ts'],
	},
	{
		name: 'web/code-used-despite-an-error',
		file: 'src/web/session/oauth-return.tsx',
		find: "answer: errorCode === null ? { code: code ?? '' } : { errorCode }",
		replace: "answer: code === null ? { errorCode: errorCode ?? '' } : { code }",
		why: 'A failed sign-in with Google is retried with a code, and fails with a different message.',
		noticedBy: ['src/web/session/oauth-return.test.ts'],
	},
	{
		name: 'web/reference-of-the-wrong-request',
		file: 'src/web/session/failed-requests.ts',
		find: 'if ((pathname + search).startsWith(watch.pathPrefix)) watch.failure = failure',
		replace: "if (pathname.startsWith(watch.pathPrefix.split('?')[0])) watch.failure = failure",
		why: 'A visitor quotes the reference of a background refresh, for which the log shows no error.',
		noticedBy: ['src/web/session/failed-requests.test.ts'],
	},
	{
		name: 'web/owned-guide-still-for-sale',
		file: 'src/web/shop/buy-guide.ts',
		find: '		markOwned(user.id, product.id)\n',
		replace: '',
		why: 'The page says that the guide is owned and still offers to sell it.',
		noticedBy: ['e2e/toasts.spec.ts'],
	},
	{
		name: 'web/free-guide-of-another-tab-not-shown-as-owned',
		file: 'src/web/shop/download-guide.ts',
		find: '(answer.error === null || answer.status === 409)',
		replace: 'answer.error === null',
		why: 'A free guide taken in another tab is offered again, and each click logs a warning.',
		noticedBy: ['e2e/free-guide.spec.ts'],
	},
	{
		name: 'web/withdrawn-guide-not-marked',
		file: 'src/web/pages/account-guides/read-guides.ts',
		find: "field(product, 'withdrawn') === true || offered === undefined",
		replace: "field(product, 'withdrawn') === true && offered === undefined",
		why: 'A withdrawn guide looks as if it were still for sale.',
		noticedBy: ['src/web/pages/account-guides/read-guides.test.ts'],
	},
]
