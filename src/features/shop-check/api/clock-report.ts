import { clockOf, type ClockReport } from '../model/clock-report.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const clockReport = (parts: CallParts = {}): Answer<ClockReport> =>
  callFunction('clock_report', {}, clockOf, parts);
