import { tabStorage } from '#web/ui/browser-storage.ts'

/** The name of the checkbox with which buyers say that they live in the European Union. */
export const regionField = 'region'
const key = 'headstart-region'

/** Keeps in this tab what the visitor has said on this page about where they live, because they may have to sign in first. */
export function rememberRegion(): void {
	const box = document.querySelector<HTMLInputElement>(`input[name="${regionField}"]`)
	if (box !== null) tabStorage.write(key, box.checked ? box.value : '')
}

/** Returns where the visitor has said that they live, for the checkout; nothing by default. */
export function saidRegion(): { region?: string } {
	const region = tabStorage.read(key)
	return region === null || region === '' ? {} : { region }
}
