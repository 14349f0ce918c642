import { captureEarlyErrors } from '#errors/early-errors.ts';

captureEarlyErrors();
