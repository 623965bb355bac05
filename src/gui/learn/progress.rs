//! Which step of a lesson is complete: the facts as they are shown, the shown state, and what the player does in the window.

use bevy::prelude::*;

use crate::battle::CombatantId;
use crate::ecs::ShownBattle;
use crate::gui::frame::Animating;
use crate::gui::hud::{Hud, LogBook};
use crate::gui::input::{Intent, Selected};
use crate::gui::playback::ShownFact;
use crate::gui::session::Session;
use crate::gui::settings::Settings;
use crate::tutorial::{Lesson, LessonGesture, LessonPlace, LessonStep, StepGoal};

/// Seconds that the pointer rests on a combatant until the player has read its forecast.
const READING: f32 = 1.2;

/// The lesson that is being played.
#[derive(Resource, Clone, Debug)]
pub struct LessonRun {
    /// Its place in the tutorial.
    pub place: LessonPlace,
    /// The index of the present step; the number of steps once the lesson is complete.
    pub step: usize,
    /// Seconds since the step began.
    pub age: f32,
    /// Whether the button that continues was pressed in this step.
    pub continued: bool,
    /// The combatant under the pointer, and for how many seconds its forecast has been shown.
    rested: Option<(CombatantId, f32)>,
    /// The number of unfolded lines in the log when the step began.
    unfolded: usize,
    /// The number of turns that the player had taken when the step began.
    turns: usize,
}

impl LessonRun {
    fn new(place: LessonPlace) -> LessonRun {
        LessonRun { place, step: 0, age: 0.0, continued: false, rested: None, unfolded: 0, turns: 0 }
    }

    /// The lesson.
    pub fn lesson(&self) -> Option<&Lesson> {
        self.place.lesson()
    }

    /// The present step; `None` once the lesson is complete.
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson()?.steps.get(self.step)
    }

    /// Whether every step is complete.
    pub fn is_complete(&self) -> bool {
        self.step().is_none()
    }

    /// Goes to a step.
    pub fn go_to(&mut self, step: usize) {
        let most = self.lesson().map_or(0, |lesson| lesson.steps.len());
        (self.step, self.age, self.continued, self.rested) = (step.min(most), 0.0, false, None);
    }
}

/// Begins the lesson of a battle that was just opened. After an undo it stays at its step.
pub fn begin(session: Res<Session>, run: Option<Res<LessonRun>>, mut hud: ResMut<Hud>, mut commands: Commands) {
    if !session.is_added() {
        return;
    }
    hud.lesson = session.opening.lesson.is_some();
    let Some(place) = session.opening.lesson.clone() else { return commands.remove_resource::<LessonRun>() };
    if run.is_none() || session.opening.given.is_empty() {
        commands.insert_resource(LessonRun::new(place));
    }
}

/// What the player does and sees in the window.
type Doing<'w> = (Res<'w, Hud>, Res<'w, Selected>, Res<'w, Intent>, Res<'w, LogBook>);

/// Completes steps, and remembers a lesson once its last step is complete.
pub fn follow(
    mut shown: MessageReader<ShownFact>,
    (session, battle): (Res<Session>, Res<ShownBattle>),
    doing: Doing,
    (time, mut animating): (Res<Time>, ResMut<Animating>),
    run: Option<ResMut<LessonRun>>,
    mut settings: ResMut<Settings>,
) {
    let Some(mut run) = run.filter(|_| !session.is_added()) else { return shown.clear() };
    let passed = animating.passed(&time);
    run.age += passed;
    if rest(&mut run, &doing.0, passed) {
        animating.note();
    }
    let (before, now) = (run.step, (session.turns.len(), doing.3.unfolded.len()));
    let view = battle.whole_view();
    let is = |name: &str, who: CombatantId| view.find(who).is_some_and(|row| &*row.name == name);
    for ShownFact { event, .. } in shown.read() {
        pass(&mut run, now, |goal| goal.is_met_by(event, &is));
    }
    while pass(&mut run, now, |goal| goal.is_met_in(view, session.rules())) {}
    if run.step().is_some_and(|step| step.until.is_met_at_window(&|gesture| does(gesture, &run, &doing, &is))) {
        next(&mut run, now);
    }
    if run.step != before {
        // The next frame shows the new step.
        animating.note();
        if run.is_complete()
            && let Some(lesson) = run.lesson()
        {
            let ruleset = run.place.tutorial.ruleset.clone();
            settings.lessons.entry(ruleset).or_default().insert(lesson.id.clone());
        }
    }
}

/// Passes the present step if its goal is met. A step that only asks to look at something is passed as well by a new act that the
/// next step asks for: the player was quicker. Returns whether a step was passed.
fn pass(run: &mut LessonRun, now: (usize, usize), is_met: impl Fn(&StepGoal) -> bool) -> bool {
    let Some(step) = run.step() else { return false };
    let after = run.lesson().and_then(|lesson| lesson.steps.get(run.step + 1));
    let looks = matches!(step.until, StepGoal::Does(_)) && now.0 > run.turns;
    let steps = match () {
        () if is_met(&step.until) => 1,
        () if looks && after.is_some_and(|after| is_met(&after.until)) => 2,
        () => return false,
    };
    (0..steps).for_each(|_| next(run, now));
    true
}

/// Begins the next step. `now` are the turns taken and the lines unfolded so far.
fn next(run: &mut LessonRun, now: (usize, usize)) {
    let step = run.step + 1;
    run.go_to(step);
    (run.turns, run.unfolded) = now;
}

/// Measures for how long a forecast is shown. Returns whether the time still runs.
fn rest(run: &mut LessonRun, hud: &Hud, passed: f32) -> bool {
    let target = hud.hovering.map(|(who, _)| who).filter(|_| hud.chance.is_some());
    run.rested = target.map(|who| {
        let before = run.rested.filter(|(known, _)| *known == who).map_or(0.0, |(_, rested)| rested);
        (who, before + passed)
    });
    run.rested.is_some_and(|(_, rested)| rested < READING)
}

fn does(
    gesture: &LessonGesture,
    run: &LessonRun,
    (_, selected, intent, log): &Doing,
    is: &impl Fn(&str, CombatantId) -> bool,
) -> bool {
    match gesture {
        LessonGesture::PointsAt(name) => run.rested.is_some_and(|(who, rested)| rested >= READING && is(name, who)),
        LessonGesture::Selects(name) => selected.0.is_some_and(|who| is(name, who)),
        LessonGesture::Picks(action) => intent.action == Some(*action),
        LessonGesture::Unfolds => log.unfolded.len() > run.unfolded,
        LessonGesture::Continues => run.continued,
    }
}
