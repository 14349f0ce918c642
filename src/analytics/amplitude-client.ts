import { AmplitudeBrowser } from '@amplitude/analytics-browser';

export function runAnalytics(): () => void {
  const client = new AmplitudeBrowser();
  return () => client.setOptOut(true);
}
