// chunk: boot
declare global {
  interface Window {
    /** Missing in browsers that do not enforce trusted types. */
    readonly trustedTypes?: {
      createPolicy<Rules extends object>(name: string, rules: Rules): Rules;
    };
  }
}

/** Workers may be started from this site's own files, and from nowhere else. */
export function trustOwnScripts(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(url: string) {
      if (new URL(url, location.href).origin === location.origin) return url;
      throw new TypeError(`Foreign script ${url}`);
    },
  });
}
