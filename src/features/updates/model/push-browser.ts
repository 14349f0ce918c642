const services: readonly (readonly [end: string, browser: string])[] = [
  ['push.services.mozilla.com', 'Firefox'],
  ['push.apple.com', 'Safari'],
  ['notify.windows.com', 'Edge'],
];

/**
 * Which browser it is by the push service that it has; the shop knows no more of it.
 * @example pushBrowser('web.push.apple.com') // 'Safari'
 */
export const pushBrowser = (service: string): string =>
  services.find(([end]) => service.endsWith(`.${end}`))?.[1] ?? 'Chrome or similar';
