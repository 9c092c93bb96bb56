import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import type { Role } from '#shared/admin/members.ts'
import { mailTo } from './people.ts'
import type { Shop } from './start-shops.ts'

const keysSchema = z.object({ secretKey: z.string() })

/** Returns the secret API key of a shop. Scripts call the admin's API with it. */
export async function secretKeyOf({ dataDir }: Pick<Shop, 'dataDir'>): Promise<string> {
	return keysSchema.parse(JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))).secretKey
}

/** Calls an operation of the admin's API as a script does. Throws if it is refused. */
export async function actAsScript(shop: Shop, name: string, body: object): Promise<unknown> {
	const response = await fetch(`${shop.adminUrl}/api/${name}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await secretKeyOf(shop)}` },
		body: JSON.stringify(body),
	})
	if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
	return await response.json()
}

/** Invites a new member to the admin, and returns their address and the link in the email. */
export async function invite(
	shop: Shop,
	role: Role,
	email = `${role}.${randomBytes(5).toString('hex')}@student.test`,
): Promise<{ email: string; link: string }> {
	await actAsScript(shop, 'invite-member', { email, role })
	const { links } = await mailTo(shop, email, /help run/i)
	const link = links.find((one) => one.includes('/invitation#'))
	if (link === undefined) throw new Error('the invitation has no link')
	return { email, link }
}

export const memberPassword = 'quiet-harbour-42'

/** Signs a new member in to the admin in this browser, and opens a page of it. */
export async function openAdmin(
	page: Page,
	shop: Shop,
	{ role = 'owner', path = '/' }: { role?: Role; path?: string } = {},
): Promise<string> {
	const { email, link } = await invite(shop, role)
	const accepted = await fetch(`${shop.adminUrl}/auth/v1/staff/accept`, {
		method: 'POST',
		body: JSON.stringify({ token: link.split('#')[1], password: memberPassword }),
	})
	if (!accepted.ok) throw new Error(`the invitation was not accepted: ${await accepted.text()}`)
	const session = await accepted.text()
	await page.goto(shop.adminUrl)
	await page.evaluate((stored) => localStorage.setItem('headstart-admin-session', stored), session)
	await page.goto(shop.adminUrl + path)
	await page.getByRole('navigation', { name: 'Pages' }).waitFor()
	return email
}

const storedSchema = z.object({ access_token: z.string() })

/** Ends the member's session at the server, as happens after half an hour without use. The browser doesn't know about it yet. */
export async function endSession(page: Page, shop: Shop): Promise<void> {
	const stored = await page.evaluate(() => localStorage.getItem('headstart-admin-session') ?? '')
	const ended = await fetch(`${shop.adminUrl}/auth/v1/logout`, {
		method: 'POST',
		headers: { authorization: `Bearer ${storedSchema.parse(JSON.parse(stored)).access_token}` },
	})
	if (!ended.ok) throw new Error(`the session was not ended: ${ended.status}`)
}

/** Returns whether the admin makes the browser ask before the page is reloaded or closed. */
export async function asksBeforeLeaving(page: Page): Promise<boolean> {
	return await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
}
