import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '#server/process/free-port.ts'
import { ask } from './ask.ts'

const PATIENCE_MS = 30_000

/** Whether this machine has nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

/**
 * Starts nginx with docs/nginx.conf in front of the shops at `urls`: with their addresses, on a free port, without TLS,
 * and with all files in `folder`.
 */
export async function startNginx(
  folder: string,
  urls: string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const servers = urls.map(
    (url) => `server ${new URL(url).host.replace('localhost', '127.0.0.1')} max_fails=1 fail_timeout=2s;`,
  )
  const example = readFileSync(new URL('../../docs/nginx.conf', import.meta.url), 'utf8')
  const site = example
    .replace(/( +server 10\.[^\n]+\n)+/, `${servers.join('\n')}\n`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace(/server \{\s+listen 80;[^}]+\}/, '')
    .replace(/ssl_certificate[^\n]+/g, '')
    .replaceAll('/var/lib/nginx', folder)
    .replaceAll('/var/log/nginx', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; user ${process.getuid?.() === 0 ? 'root' : 'nobody'}; pid ${folder}/pid; error_log stderr crit;\nevents {}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`,
  )
  const nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaints: string[] = []
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  const url = `http://127.0.0.1:${port}`
  const isUp = async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}.`)
    return (await ask(`${url}/healthz`).catch(() => undefined))?.status === 200
  }
  await vi.waitUntil(isUp, { timeout: PATIENCE_MS, interval: 50 }).catch((cause: Error) => {
    nginx.kill('SIGKILL')
    throw new Error(`nginx did not start: ${cause.message}\n${complaints.join('')}`, { cause })
  })
  return {
    url,
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    },
  }
}
