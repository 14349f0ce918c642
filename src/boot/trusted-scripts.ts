// chunk: boot
declare global {
  interface Window {
    /** Missing in browsers that do not enforce trusted types. */
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
    };
  }
}

/** Workers may be started from this site's own files, and from nowhere else. */
export function trustOwnScripts(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin === location.origin) return url;
      throw new TypeError(`Foreign script ${url}`);
    },
  });
}
