/** The only way owners ask who may read, write and call what. */
import { parseAccessReport, type AccessReport } from '#domain/access-report.ts';
import { callFunction, type Answer, type CallParts } from './call-function.ts';

export const accessReport = (parts: CallParts = {}): Answer<AccessReport> =>
  callFunction('access_report', {}, parseAccessReport, parts);
