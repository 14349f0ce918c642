/** What the tests use of validators that say nothing of their types, or say it where TypeScript does not look. */
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    validate(found: {
      readonly jsonld: Readonly<Record<string, readonly unknown[]>>;
      readonly microdata: object;
      readonly rdfa: object;
    }): Promise<readonly { readonly severity: string; readonly issueMessage: string }[]>;
  }
}

declare module 'ical.js' {
  interface Component {
    getAllSubcomponents(name: string): Component[];
    getFirstPropertyValue(name: string): unknown;
  }
  const ICAL: {
    readonly parse: (text: string) => unknown;
    readonly Component: new (parsed: unknown) => Component;
    readonly Event: new (component: Component) => {
      readonly uid: string;
      readonly startDate: { toJSDate(): Date };
    };
  };
  export default ICAL;
}
