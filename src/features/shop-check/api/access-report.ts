import { accessOf, type AccessReport } from '../model/access-report.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const accessReport = (parts: CallParts = {}): Answer<AccessReport> =>
  callFunction('access_report', {}, accessOf, parts);
