import { createCanvas } from '@napi-rs/canvas'
import { z } from 'zod'
import { mediaApi } from '#shared/admin/media.ts'
import type { TestMember } from '#test/admin-api.ts'
import type { World } from '#test/world.ts'

/** Draws a picture with a red left and a blue right half; the seed makes it differ from others. */
export function drawnPicture(width = 640, height = 480, seed = 0) {
	const canvas = createCanvas(width, height)
	const context = canvas.getContext('2d')
	context.fillStyle = '#f00'
	context.fillRect(0, 0, width, height)
	context.fillStyle = '#00f'
	context.fillRect(width / 2, 0, width, height)
	context.fillStyle = '#0f0'
	context.fillRect(width / 4, 0, 20 + seed, 20)
	return canvas
}

/** Sends a file to the admin as a picture. */
export async function sendPicture(
	world: World,
	member: TestMember,
	body: BodyInit,
	input: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
	const query = new URLSearchParams({ alt: 'Two halves', ...input })
	const response = await world.adminRequest(`/api/upload-picture?${query}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await member.takeStep()}` },
		body,
	})
	return { status: response.status, body: z.unknown().parse(await response.json()) }
}

/** Uploads a picture that was drawn, and returns its id and size. */
export async function uploadPicture(world: World, member: TestMember, seed = 0, width = 640, height = 480) {
	const png = new Uint8Array(drawnPicture(width, height, seed).encodeSync('png'))
	return mediaApi['upload-picture'].output.parse((await sendPicture(world, member, png)).body)
}
