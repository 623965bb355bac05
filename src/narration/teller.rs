//! The sentence of every fact.

use super::line::{LineSum, Span};
use super::sentence::{NameLookup, Sentence};
use super::{afflictions, numbers, spells, things};
use crate::battle::{Afflicted, CombatantId, Facing, LinkKind, PairFact, PairRelation, Stance};
use crate::content::{Breakdown, Hold, Rule, Stacking, WeaponProperty};
use crate::mechanics::health;
use crate::resolution::event::BattleEvent::{
    self, ActionAbandoned, ActionDeclared, ActionReadied, ActionTakenBack, AfflictionChanged, BattleEnded, CarriedOff,
    CheckRolled, Commanded, CommanderLost, ConditionEased, ConditionFaded, ConditionGained, ConditionJoined,
    ConditionLost, ConfirmationRolled, CountBegan, CriticalChosen, DamageTaken, DefenceChosen, Died, Displaced,
    DoorMoved, DriftChanged, Escaped, FacingKept, FatigueGained, Fell, FellUnconscious, GroundChanged, Healed,
    InitiativeChanged, InitiativeRolled, InstantKillRolled, LinkChanged, LinkEnded, LinkMade, MissChanceRolled,
    MoveStopped, MovementGained, ObjectSaved, OutfitChanged, PairFactBegan, PairFactEnded, ReactionTaken, RideEnded,
    StanceTaken, TimeTaken, TurnDelayed, TurnEnded, TurnResumed, WeaponDrawn, WeaponDropped, WeaponSheathed,
    WeaponStuck, WeaponTaken, WeaponWorn, Woke,
};
use crate::resolution::event::{BattleOutcome, Cause, GroundChange, Outfit, Shift};

pub struct Teller<'a>(pub NameLookup<'a>);

impl Teller<'_> {
    pub fn tell(&self, event: &BattleEvent) -> Option<(Vec<Span>, Vec<LineSum>)> {
        let told = self.turn(event).or_else(|| self.body(event)).or_else(|| self.place(event));
        told.or_else(|| self.thing(event))
            .or_else(|| things::tell(&self.0, event))
            .or_else(|| spells::tell(&self.0, event))
            .map(Sentence::done)
    }

    fn say(&self) -> Sentence<'_> {
        Sentence::new(&self.0)
    }

    fn of(&self, who: CombatantId) -> Sentence<'_> {
        self.say().who(who)
    }

    fn busy(&self, who: CombatantId, took: &Breakdown) -> Sentence<'_> {
        let counts = if took.total() == 1 { " count" } else { " counts" };
        self.of(who).say(" acts again in ").sum("time", took).say(counts)
    }

    fn turn(&self, event: &BattleEvent) -> Option<Sentence<'_>> {
        let turn_order = &self.0.rules.policies.turn;
        Some(match event {
            InitiativeRolled { who, number } => self.of(*who).say(" starts at initiative ").sum("initiative", number),
            InitiativeChanged { who, initiative, by, .. } if !by.is_empty() => {
                self.of(*who).say(format!(" has initiative {initiative} now: ")).sum("initiative", by)
            }
            CountBegan { count } => self.say().say(format!("— {} {count} —", turn_order.moment())),
            TurnDelayed { who, until, rule } => {
                let told = self.of(*who).say(" delays the turn");
                until.iter().fold(told, |told, until| told.say(" until after ").who(*until)).cite(*rule)
            }
            TurnResumed { who, after: Some(after), rule } => {
                self.of(*who).say(" acts now, after ").who(*after).cite(*rule)
            }
            TurnResumed { who, after: None, rule } => self.of(*who).say(" acts now, as the round ends").cite(*rule),
            ActionDeclared { who, act } => {
                let told = self.of(*who).say(": ").action(act.action);
                let other = act.aimed_at().filter(|target| target != who);
                let told = other.into_iter().fold(told, |told, target| told.say(" at ").who(target));
                let told =
                    act.thing().into_iter().fold(told, |told, thing| told.say(format!(" at {}", self.0.object(thing))));
                let part = act.part.map(|part| format!(" ({})", part.as_str().replace('_', " ")));
                part.into_iter().fold(told, Sentence::say)
            }
            ActionTakenBack { who, act, rule } => self.of(*who).say(" takes back ").action(act.action).cite(*rule),
            ActionAbandoned { who, action, why, rule } => {
                self.of(*who).say("'s ").action(*action).say(format!(" fails: {why}")).cite(*rule)
            }
            TimeTaken { who, took } => self.busy(*who, took),
            TurnEnded { who, took } if turn_order.is_counted() => self.busy(*who, took),
            ReactionTaken { who, reaction, to, rule } => {
                let with = format!(" with {}", self.0.reaction(*reaction));
                self.of(*who).say(" reacts to ").who(*to).say(with).cite(*rule)
            }
            Commanded { who, by, rule, .. } => self.of(*by).say(" commands ").who(*who).cite(*rule),
            CommanderLost { who, now: Some(now), rule } => self.of(*who).say(" now follows ").who(*now).cite(*rule),
            CommanderLost { who, now: None, rule } => self.of(*who).say(" acts alone from now on").cite(*rule),
            ActionReadied { who, readied, rule } => {
                let policy = self.0.rules.policies.ready.as_ref();
                let when = policy.and_then(|policy| policy.watch(readied.watch)).map_or("?", |watch| &watch.name);
                let told = self.of(*who).say(" readies ").action(readied.act.action);
                told.say(format!(" for when {when}")).cite(*rule)
            }
            BattleEnded { outcome } => self.say().say(match outcome {
                BattleOutcome::Won { because, .. } => format!("The battle is over: {because}"),
                BattleOutcome::Draw { because } => format!("A draw: {because}"),
                BattleOutcome::Unfinished => "Time is up: the battle is undecided".to_owned(),
            }),
            _ => return None,
        })
    }

    fn body(&self, event: &BattleEvent) -> Option<Sentence<'_>> {
        Some(match event {
            CheckRolled(rolled) => numbers::rolled(&self.0, rolled),
            ConfirmationRolled(rolled) => numbers::confirmation(&self.0, rolled),
            DefenceChosen { .. }
            | MissChanceRolled { .. }
            | InstantKillRolled { .. }
            | ObjectSaved(_)
            | CriticalChosen { .. } => return self.stage(event),
            DamageTaken(hurt) => numbers::hurt(&self.0, hurt),
            FatigueGained { who, amount, rule, .. } => {
                let tiring = self.0.rules.policies.consciousness.collapse.fatigue_words();
                self.of(*who).say(format!(" gains {amount} {tiring}")).cite(*rule)
            }
            ConditionGained { who, affliction, .. } if self.has_own_line(*who, affliction) => return None,
            ConditionLost { condition, .. } if *condition == self.0.rules.policies.consciousness.unconscious => {
                return None;
            }
            ConditionGained { who, affliction, rule } | ConditionJoined { who, affliction, rule }
                if afflictions::severity(self.0.rules, affliction).is_some() =>
            {
                afflictions::gained(&self.0, *who, affliction, *rule)
            }
            AfflictionChanged { who, was, now, rule } => {
                return afflictions::changed(&self.0, *who, (was, now.as_ref()), *rule);
            }
            ConditionGained { who, affliction, rule } => {
                let told = self.of(*who).say(" is ").condition(affliction.condition);
                let condition = self.0.rules.conditions.get(affliction.condition);
                let counted = condition.is_some_and(|condition| condition.again == Stacking::Adds);
                let told = if counted { told.say(format!(" ({})", affliction.level)) } else { told };
                told.cite(*rule)
            }
            ConditionEased { who, affliction, rule } => {
                let told = self.of(*who).say(" is less ").condition(affliction.condition);
                told.say(format!(" ({})", affliction.level)).cite(*rule)
            }
            ConditionJoined { who, affliction, rule } => {
                self.of(*who).say(" is again ").condition(affliction.condition).cite(*rule)
            }
            ConditionFaded { who, affliction, rule } => {
                self.of(*who).say(" is less ").condition(affliction.condition).cite(*rule)
            }
            Healed { who, by, amount, vitals, rule, part } => {
                let told = self.of(*by).say(" heals ").who(*who);
                let told = match part {
                    Some(part) => told.say(format!(" ({})", part.as_str().replace('_', " "))),
                    None => told,
                };
                let told = told.say(" for ").sum("healing", amount);
                let told = told.say(format!(": {}", health::in_words(&self.0.rules.policies.consciousness, vitals)));
                let told = match health::fatigue(vitals) {
                    0 => told,
                    fatigue => told
                        .say(format!(", {} {fatigue}", self.0.rules.policies.consciousness.collapse.fatigue_words())),
                };
                told.cite(*rule)
            }
            ConditionLost { who, condition, rule } => {
                self.of(*who).say(" is no longer ").condition(*condition).cite(*rule)
            }
            StanceTaken { who, stance, rule } => self.stance(*who, stance, *rule),
            PairFactBegan { who, fact: PairFact { towards, slant: PairRelation::Has(name), rule, .. } } => {
                self.of(*who).say(" is ").condition(*name).say(" to ").who(*towards).cite(*rule)
            }
            PairFactBegan { who, fact: PairFact { towards, slant: PairRelation::Mutual(_), rule, .. } } => {
                self.of(*who).say(" and ").who(*towards).say(" attack each other at once").cite(*rule)
            }
            PairFactEnded { who, towards, slant: PairRelation::Has(name) } => {
                self.of(*who).say(" is no longer ").condition(*name).say(" to ").who(*towards)
            }
            FellUnconscious { who, rule, .. } => self.of(*who).say(" falls unconscious").cite(*rule),
            Woke { who, rule } => self.of(*who).say(" wakes").cite(*rule),
            Died { who, rule } => self.of(*who).say(" dies").cite(*rule),
            MovementGained { who, distance, rule, .. } => {
                let gained = self.0.rules.policies.board.unit.short(*distance);
                self.of(*who).say(format!(" gains {gained} of movement")).cite(*rule)
            }
            _ => return None,
        })
    }

    /// The stages of an attack beyond its roll and its damage.
    fn stage(&self, event: &BattleEvent) -> Option<Sentence<'_>> {
        let stages = &self.0.rules.policies.stages;
        Some(match event {
            DefenceChosen { who, by, defence: Some(id), rule } => {
                let name = stages.defence(*id).map_or_else(|| id.to_string(), |option| option.name.to_lowercase());
                self.of(*who).say(" defends against ").who(*by).say(format!(": {name}")).cite(*rule)
            }
            DefenceChosen { who, by, defence: None, rule } => {
                self.of(*who).say(" does not defend against ").who(*by).cite(*rule)
            }
            MissChanceRolled { who, target, percent, rolled, rule } => {
                let result = if *rolled <= (*percent).into() { "misses after all" } else { "still hits" };
                let told = self.of(*who).say(format!(": {percent}% to miss ")).who(*target);
                told.say(format!(", which is hard to see; rolls {rolled} of 100: {result}")).cite(*rule)
            }
            InstantKillRolled { who, target, rolled, needs, rule } => {
                let told = self.of(*who).say(" may kill ").who(*target).say(" at once");
                told.say(format!(": rolls {rolled}, needs {needs}")).cite(*rule)
            }
            CriticalChosen { who, target, critical, rule } => {
                let name = stages.critical(*critical).map_or_else(|| critical.to_string(), |it| it.name.to_lowercase());
                self.of(*who).say("'s critical hit on ").who(*target).say(format!(": {name}")).cite(*rule)
            }
            ObjectSaved(save) => {
                let told = self.say().say(format!("{} makes a saving throw against ", self.0.object(save.thing)));
                let told = told.who(save.who);
                let Some(natural) = save.natural else { return Some(told.say(": it always fails").cite(save.rule)) };
                let told = told.say(format!(": rolls {natural} ")).sum("bonus", &save.bonus).say(" against ");
                let result = if save.saved { "saves" } else { "fails" };
                told.sum("difficulty", &save.difficulty).say(format!(": {result}")).cite(save.rule)
            }
            _ => return None,
        })
    }

    /// Whether another line tells of the condition: fainting, dying and being carried away have their own.
    fn has_own_line(&self, who: CombatantId, gained: &Afflicted) -> bool {
        let (policies, condition) = (&self.0.rules.policies, gained.condition);
        let faints = condition == policies.consciousness.unconscious && gained.by == Some(who);
        let carries = policies.water.carries().is_some_and(|carrying| carrying.condition == condition);
        faints || carries || condition == policies.consciousness.dead
    }

    fn stance(&self, who: CombatantId, stance: &Stance, rule: Rule) -> Sentence<'_> {
        let told = match stance.held {
            Some(held) if stance.shifting => self.of(who).say(" enters ").stance(held).say(" stance"),
            Some(held) => self.of(who).say(" is ").condition(held),
            None => self.of(who).say(" returns to a normal stance"),
        };
        told.cite(rule)
    }

    fn place(&self, event: &BattleEvent) -> Option<Sentence<'_>> {
        Some(match event {
            Displaced { bodies, cause: Cause::Step, .. } => {
                let (shift, others) = bodies.split_first()?;
                let told = self.of(shift.who).say(" moves to ").cell(shift.to);
                let told = match shift.altitudes.1 {
                    up @ 1.. => told.say(format!(", {} up", self.length(up))),
                    _ => told,
                };
                others.iter().fold(told, |told, other| told.say(" with ").who(other.who))
            }
            Displaced { bodies, cause: Cause::Forced { by, action }, rule } => {
                self.forced(self.of(*by).say(" moves "), bodies).say(" with ").action(*action).cite(*rule)
            }
            Displaced { bodies, cause: Cause::Placed, rule } => {
                let shift = bodies.first()?;
                self.of(shift.who).say(" makes room and moves to ").cell(shift.to).cite(*rule)
            }
            Displaced { bodies, cause: Cause::Fall, rule } => self.fallen(bodies.first()?).cite(*rule),
            Displaced { bodies, cause: Cause::Drift, rule } => {
                let shift = bodies.first()?;
                self.of(shift.who).say(" is carried to ").cell(shift.to).cite(*rule)
            }
            DriftChanged { who, drift, rule } if drift.speed > 0 => {
                let cells = drift.speed.div_ceil(self.0.rules.policies.board.cell.max(1));
                let plural = if cells == 1 { "" } else { "s" };
                self.of(*who).say(format!(" drifts {cells} cell{plural} per turn")).cite(*rule)
            }
            DriftChanged { who, rule, .. } => self.of(*who).say(" stops drifting").cite(*rule),
            Fell { who, height, rule } => {
                let told = self.of(*who).say(" falls ");
                told.length(&self.0.rules.policies.board.unit, height).cite(*rule)
            }
            MoveStopped { who, at, why, rule } => {
                self.of(*who).say(" stops at ").cell(*at).say(format!(": {why}")).cite(*rule)
            }
            GroundChanged(change) => self.ground(change),
            Escaped { who } => self.of(*who).say(" escapes"),
            CarriedOff { who, rule } => self.of(*who).say(" is carried away by the water").cite(*rule),
            FacingKept { who, facing, rule } => self.facing(*who, *facing).cite(*rule),
            DoorMoved { who, cell, open, rule } => {
                let verb = if *open { " opens" } else { " closes" };
                self.of(*who).say(verb).say(" the door at ").cell(*cell).cite(*rule)
            }
            _ => return None,
        })
    }

    fn ground(&self, change: &GroundChange) -> Sentence<'_> {
        match change {
            GroundChange::Harmed { who, cell, amount, rule, .. } => {
                self.of(*who).say(" strikes the ice at ").cell(*cell).say(": ").sum("harm", amount).cite(*rule)
            }
            GroundChange::Broke { cell, rule } => self.say().say("The ice breaks at ").cell(*cell).cite(*rule),
            GroundChange::Dug { tunnel, rule } => {
                self.of(tunnel.by).say(" digs through ").cell(tunnel.cell).cite(*rule)
            }
            GroundChange::Fell { tunnel, rule } => {
                self.say().say("The tunnel falls in at ").cell(tunnel.cell).cite(*rule)
            }
        }
    }

    fn fallen(&self, shift: &Shift) -> Sentence<'_> {
        let told = self.of(shift.who);
        match shift.altitudes.1 {
            0 => told.say(" falls to the ground at ").cell(shift.to),
            left @ 1.. => told.say(format!(" falls and is still {} up", self.length(left))),
            depth => told.say(format!(" sinks to {} under water", self.length(-i32::from(depth)))),
        }
    }

    fn length(&self, length: impl Into<i64>) -> String {
        self.0.rules.policies.board.unit.long(length)
    }

    fn forced<'a>(&self, told: Sentence<'a>, bodies: &[Shift]) -> Sentence<'a> {
        let each = |told: Sentence<'a>, (at, shift): (usize, &Shift)| {
            let told = if at > 0 { told.say(" and ") } else { told };
            told.who(shift.who).say(" to ").cell(shift.to)
        };
        bodies.iter().enumerate().fold(told, each)
    }

    fn facing(&self, who: CombatantId, facing: Facing) -> Sentence<'_> {
        let told = self.of(who).say(" faces ");
        match facing {
            Facing::AllAround => told.say("all around"),
            Facing::Direction(direction) => {
                let shape = self.0.snapshot.field.board.shape();
                told.say(shape.direction_name(crate::grid::Direction(direction)))
            }
            Facing::Towards(other) => told.who(other),
        }
    }

    fn thing(&self, event: &BattleEvent) -> Option<Sentence<'_>> {
        Some(match event {
            LinkMade { link, rule } if link.kind == LinkKind::Ride => {
                self.of(link.holder).say(" rides on ").who(link.held).cite(*rule)
            }
            LinkMade { link, rule } => self.of(link.holder).say(" holds ").who(link.held).cite(*rule),
            LinkEnded { holder, held, why, rule, .. } => {
                self.of(*holder).say(" no longer holds ").who(*held).say(format!(": {why}")).cite(*rule)
            }
            RideEnded { rider, mount, why, rule, .. } => {
                self.of(*rider).say(" no longer rides on ").who(*mount).say(format!(": {why}")).cite(*rule)
            }
            LinkChanged { link, rule } => {
                let told = self.of(link.holder).say(" tightens the hold on ").who(link.held);
                let told = match link.qualities.last().filter(|_| link.stacks == 0) {
                    None if link.stacks > 0 => told.say(format!(": grip {}", link.stacks)),
                    Some(Hold::HardToBreak(by)) => told.say(format!(": {by:+} to escape")),
                    Some(Hold::Pinned) => told.say(": pinned, no attacks"),
                    Some(Hold::Stacks(_)) | None => told,
                };
                told.cite(*rule)
            }
            WeaponDrawn { who, slot, rule } => self.of(*who).say(" draws the ").weapon(*who, *slot).cite(*rule),
            WeaponSheathed { who, slot, rule } => self.of(*who).say(" puts away the ").weapon(*who, *slot).cite(*rule),
            WeaponDropped { who, slot, rule, .. } => self.of(*who).say(" drops the ").weapon(*who, *slot).cite(*rule),
            OutfitChanged { who, now, rule } => {
                let words = match now {
                    Outfit::Light(light) => format!(" lights a light ({})", self.length(light.radius)),
                    Outfit::Shield => " takes the shield on the arm".to_owned(),
                    Outfit::NoShield => " takes the shield off the arm".to_owned(),
                    Outfit::LostShield(_) => " loses the shield, which falls to the ground".to_owned(),
                };
                self.of(*who).say(words).cite(*rule)
            }
            WeaponStuck { who, slot, through, rule } => {
                let entry = self.0.snapshot.rows.get(who.index()).and_then(|row| row.sheet.weapon(*slot));
                if entry.is_some_and(|entry| entry.weapon.has(WeaponProperty::Entangles)) {
                    let caught = format!(" is caught in a {}", self.0.weapon(*who, *slot).to_lowercase());
                    return Some(self.of(*through).say(caught).cite(*rule));
                }
                let told = self.of(*who).say("'s ").weapon(*who, *slot);
                told.say(" pins ").who(*through).say(" by the clothes").cite(*rule)
            }
            WeaponTaken { who, slot, rule, .. } => self.of(*who).say(" picks up the ").weapon(*who, *slot).cite(*rule),
            WeaponWorn { who, slot, durability, rule } => {
                let worn = self.of(*who).say("'s ").weapon(*who, *slot);
                worn.say(format!(": durability {durability}")).cite(*rule)
            }
            _ => return None,
        })
    }
}
