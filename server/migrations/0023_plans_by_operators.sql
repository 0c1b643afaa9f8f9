-- studio_subscriptions: nobody's request writes a plan, an operator's neither (docs/decisions/0034)
drop policy operators_give_plans on studio_subscriptions;
revoke update (tier, status, current_period_start, current_period_end) on studio_subscriptions from studiohub_app;
