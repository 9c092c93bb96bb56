import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'
import { findProgram } from '../../test/faults/proxies.ts'

const nginx = findProgram('nginx')

interface Nginx {
	url: string
	pid: number
	stop: () => Promise<void>
}

/** Starts an nginx that answers every request with the same file. Returns undefined if nginx is not installed. */
export async function startNginx(body: Buffer): Promise<Nginx | undefined> {
	if (nginx === undefined) return undefined
	const dir = await mkdtemp(join(tmpdir(), 'headstart-nginx-'))
	const port = await freePort()
	await writeFile(join(dir, 'file.pdf'), body)
	execFileSync('chmod', ['-R', 'a+rX', dir])
	await writeFile(
		join(dir, 'nginx.conf'),
		`worker_processes 1; daemon off; pid ${dir}/pid; error_log ${dir}/error.log;
		events { worker_connections 1024; }
		http { access_log off; sendfile on; open_file_cache max=10; keepalive_requests 1000000; client_body_temp_path ${dir}/b; proxy_temp_path ${dir}/p;
			fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
			server { listen 127.0.0.1:${port}; root ${dir}; error_page 405 =200 $uri; } }`,
	)
	const child = spawn(nginx, ['-c', join(dir, 'nginx.conf'), '-p', dir], { stdio: 'ignore' })
	const url = `http://127.0.0.1:${port}/file.pdf`
	while (
		child.exitCode === null &&
		!(await fetch(url).then(
			(answer) => answer.ok,
			() => false,
		))
	)
		await pause(20)
	return {
		url,
		pid: child.pid ?? 0,
		stop: async () => {
			child.kill('SIGTERM')
			await new Promise((resolve) => child.once('exit', resolve))
			await rm(dir, { recursive: true, force: true })
		},
	}
}
