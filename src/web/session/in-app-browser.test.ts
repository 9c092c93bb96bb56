import { expect, test } from 'vitest'
import { isInAppBrowser } from './in-app-browser.ts'

const iphone =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250105.002'
const webView = `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.200 Mobile Safari/537.36`
const chrome = `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.200 Mobile Safari/537.36`
const safari = `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`

test.each([
	['Instagram on iOS', `${iphone} Mobile/22B83 Instagram 361.0.0.35.82 (iPhone16,2; iOS 18_1; en_GB)`],
	['Instagram on Android', `${webView} Instagram 361.0.0.46.88 Android (35/15; 420dpi)`],
	['Threads', `${iphone} Mobile/22B83 Barcelona 361.0.0.35.82`],
	[
		'TikTok on iOS',
		`${iphone} Mobile/22B83 musical_ly_37.2.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`,
	],
	[
		'TikTok on Android',
		`${chrome} trill_370204 JsSdk/1.0 NetType/WIFI AppName/trill BytedanceWebview/d8a21c6`,
	],
	['Facebook on iOS', `${iphone} Mobile/22B83 [FBAN/FBIOS;FBAV/492.0.0.55.107;FBBV/663]`],
	['Facebook on Android', `${webView} [FB_IAB/FB4A;FBAV/492.0.0.60.69;]`],
	['Messenger', `${iphone} Mobile/22B83 [FBAN/MessengerForiOS;FBAV/488.0]`],
	['LinkedIn', `${iphone} Mobile/15E148 [LinkedInApp]/9.30.3071`],
	['Snapchat', `${safari} Snapchat/13.17.0.40 (like Safari/8619.2.8.10.7, panda)`],
	['WeChat', `${iphone} Mobile/15E148 MicroMessenger/8.0.53(0x18003531) NetType/WIFI Language/en`],
	['Line', `${iphone} Mobile/15E148 Safari Line/14.19.1`],
	['KakaoTalk', `${iphone} Mobile/15E148 KAKAOTALK 11.1.0`],
	['X', `${iphone} Mobile/15E148 Twitter for iPhone/10.67`],
	['Pinterest', `${iphone} Mobile/15E148 [Pinterest/iOS]`],
	['another app on Android', webView],
	['another app on iOS', `${iphone} Mobile/22B83`],
])('%s is no browser', (_name, agent) => {
	expect(isInAppBrowser(agent)).toBe(true)
})

test.each([
	['Safari', safari],
	['Chrome on Android', chrome],
	['Chrome on iOS', `${iphone} CriOS/131.0.6778.154 Mobile/15E148 Safari/604.1`],
	['Firefox on iOS', `${iphone} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
	['Edge on iOS', `${iphone} Version/18.0 EdgiOS/131.0.2903.92 Mobile/15E148 Safari/604.1`],
	['the app of Google’s search', `${iphone} GSA/347.0.704 Mobile/15E148 Safari/604.1`],
	[
		'Samsung Internet',
		`${android}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
	],
	['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
	[
		'Safari on a Mac',
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
	],
	[
		'Chrome on Windows',
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
	],
])('%s is a browser', (_name, agent) => {
	expect(isInAppBrowser(agent)).toBe(false)
})
