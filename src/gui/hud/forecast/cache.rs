//! Forecasts kept until the battle changes: panels show them in every frame, and each takes all rolls into account.

use std::sync::Arc;

use crate::battle::CombatantId;
use crate::content::Name;
use crate::grid::Footprint;
use crate::gui::hud::params::HudParams;
use crate::odds::{self, Forecast, ForecastError};
use crate::resolution::{Act, legal};

/// Most forecasts that are kept.
const MOST: usize = 256;

/// The subject of a forecast.
#[derive(Clone, Debug, PartialEq)]
pub enum ForecastSubject {
    /// An act, from another position of the actor if one is given.
    Act(Act, Option<Footprint>),
    /// An act on one of the combatants in its area.
    InArea(Act, CombatantId),
    /// An action against a target, with a weapon if one is given.
    Action(Name, CombatantId, Option<Name>),
}

/// A forecast with the act it is about.
#[derive(Debug)]
pub struct KnownForecast {
    /// The act.
    pub act: Act,
    /// Its forecast.
    pub forecast: Forecast,
}

/// Forecasts of the shown battle by actor and subject; `None` for acts without a roll.
#[derive(Default, Debug)]
pub struct ForecastCache(Vec<(CombatantId, ForecastSubject, Option<Arc<KnownForecast>>)>);

impl ForecastCache {
    /// Forgets all forecasts if the shown battle, or the part of it that is known, has changed.
    pub fn update(&mut self, params: &HudParams) {
        if params.has_changed() {
            self.0.clear();
        }
    }

    /// The forecast of a subject; `None` if it has no roll.
    pub fn get(
        &mut self,
        params: &HudParams,
        actor: CombatantId,
        subject: ForecastSubject,
    ) -> Option<Arc<KnownForecast>> {
        if let Some((.., known)) = self.0.iter().find(|(who, known, _)| *who == actor && *known == subject) {
            return known.clone();
        }
        let found = forecast(params, actor, &subject).ok().map(Arc::new);
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.push((actor, subject, found.clone()));
        found
    }
}

fn forecast(params: &HudParams, actor: CombatantId, subject: &ForecastSubject) -> Result<KnownForecast, ForecastError> {
    let (view, rules) = (params.view(), params.rules());
    let known = |act: &Act, forecast: Result<Forecast, ForecastError>| {
        forecast.map(|forecast| KnownForecast { act: act.clone(), forecast })
    };
    match subject {
        ForecastSubject::Act(act, Some(from)) => {
            known(act, odds::forecast(params.view_with(actor, *from), rules, actor, act, None))
        }
        ForecastSubject::Act(act, None) => {
            // The hidden target is imagined in the guessed cell: the forecast must not reveal where it is.
            let view = act.imagined(view);
            let refusal = legal::check(view, rules, actor, act).err();
            known(act, odds::forecast(view, rules, actor, act, None).map(|told| Forecast { refused: refusal, ..told }))
        }
        ForecastSubject::InArea(act, target) => known(act, odds::forecast(view, rules, actor, act, Some(*target))),
        ForecastSubject::Action(action, target, weapon) => {
            let (act, refusal) = odds::act_at(view, rules, actor, *action, *target, *weapon);
            known(
                &act,
                odds::forecast(view, rules, actor, &act, None).map(|told| Forecast { refused: refusal, ..told }),
            )
        }
    }
}
