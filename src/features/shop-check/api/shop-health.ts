import type { AlertRule, ShopHealth } from '../model/shop-health.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const shopHealth = (parts: CallParts = {}): Answer<ShopHealth> =>
  callFunction('shop_health', {}, parts);

export const setAlertRule = (rule: AlertRule, parts: CallParts = {}): Answer<AlertRule> =>
  callFunction(
    'set_alert_rule',
    {
      p_code: rule.code,
      p_roles: rule.roles,
      p_mails: rule.mails,
      p_calls: rule.calls,
      p_threshold: rule.threshold,
    },
    parts,
  );
