//! The controls of a replay, in place of the action bar.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align, Button, Label, Layout, Rect, RichText, Ui, pos2, vec2};

use super::keys::JUMPS;
use super::{ReplayRequest, scrubber};
use crate::battle::Side;
use crate::control::Strength;
use crate::gui::hud::{HudParams, OpenWindows, capitalised, layout, style};
use crate::gui::keys::KeyCommand;
use crate::gui::playback::Speed;
use crate::gui::session::{ReplayView, Seat};
use crate::replay::{Stop, StopJump};
use crate::resolution::event::BattleOutcome;

pub fn show(
    mut contexts: EguiContexts,
    mut params: HudParams,
    mut view: ResMut<ReplayView>,
    mut windows: ResMut<OpenWindows>,
    mut requests: MessageWriter<ReplayRequest>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let regions = layout::Regions::of(ctx.content_rect(), &params.hud);
    let who = view.stop().who;
    if params.hud.last != who {
        // The unit card shows the combatant that acts.
        params.hud.last = who;
    }
    let mut wanted = None;
    layout::panel(&ctx, "replay", regions.bottom, |ui| {
        let all = ui.max_rect();
        let row = |from: f32, to: f32| {
            Rect::from_min_max(pos2(all.left(), all.top() + from), pos2(all.right(), all.top() + to))
        };
        let pointed = layout::part(ui, row(0.0, 18.0), |ui| {
            scrubber::show(ui, &view.battle, view.at(), |stop| moment_words(&params, &view, stop))
        });
        wanted = pointed.map(Wanted::Stop);
        layout::part(ui, row(24.0, 56.0), |ui| {
            wanted = buttons(ui, &mut params, &view).or(wanted);
        });
        layout::part(ui, row(62.0, all.height()), |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                leaving(ui, &params, (&view, &mut windows), &mut requests);
                wanted = viewers(ui, &params, &view).or(wanted);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let words = RichText::new(status(&params, &view)).color(style::INK).size(16.0);
                    ui.add(Label::new(words).truncate());
                });
            });
        });
    });
    match wanted {
        Some(Wanted::Stop(stop)) => {
            params.playback.skip();
            view.go_to(stop);
        }
        Some(Wanted::Jump(jump)) => {
            params.playback.skip();
            view.jump(jump);
        }
        Some(Wanted::Toggle) => view.toggle(),
        Some(Wanted::Viewer(viewer)) => view.viewer = viewer,
        None => {}
    }
    Ok(())
}

/// What the player wants of the replay.
#[derive(Copy, Clone)]
enum Wanted {
    Stop(usize),
    Jump(StopJump),
    Toggle,
    Viewer(Option<Side>),
}

fn buttons(ui: &mut Ui, params: &mut HudParams, view: &ReplayView) -> Option<Wanted> {
    let round = capitalised(params.moment());
    let mut wanted = None;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (jump, command) in JUMPS {
            if jump == StopJump::NextAction {
                let (words, about) = if view.is_playing() { ("Pause", "Pause") } else { ("Play", "Play") };
                let words = RichText::new(words).color(style::GOLD).strong();
                let shown = ui.add(Button::new(words).min_size(vec2(64.0, 28.0)));
                if shown.on_hover_text(params.keys.hint(about, KeyCommand::PlayReplay)).clicked() {
                    wanted = Some(Wanted::Toggle);
                }
            }
            let (words, about) = jump_words(jump, &round);
            let possible = view.battle.jump(view.at(), jump) != view.at();
            let shown = ui.add_enabled(possible, Button::new(words).min_size(vec2(0.0, 28.0)));
            if shown.on_hover_text(params.keys.hint(&about, command)).clicked() {
                wanted = Some(Wanted::Jump(jump));
            }
        }
        ui.separator();
        for speed in Speed::ALL {
            let chosen = params.playback.speed == speed;
            if ui.selectable_label(chosen, speed.word()).on_hover_text("Animation speed").clicked() {
                params.playback.speed = speed;
            }
        }
    });
    wanted
}

/// The words on the button of a jump, and its tooltip.
fn jump_words(jump: StopJump, round: &str) -> (String, String) {
    let moment = round.to_lowercase();
    match jump {
        StopJump::Start => ("Start".to_owned(), "Start of the battle".to_owned()),
        StopJump::End => ("End".to_owned(), "End of the battle".to_owned()),
        StopJump::NextAction => ("Action >".to_owned(), "Watch the next action".to_owned()),
        StopJump::PreviousAction => ("< Action".to_owned(), "Back by one action".to_owned()),
        StopJump::NextSide => ("Side >".to_owned(), "To the turn of the next side".to_owned()),
        StopJump::PreviousSide => ("< Side".to_owned(), "Back to the turn of the side before".to_owned()),
        StopJump::NextRound => (format!("{round} >"), format!("To the next {moment}")),
        StopJump::PreviousRound => (format!("< {round}"), format!("Back by one {moment}")),
    }
}

/// Draws the sides whose view can be shown, from right to left.
fn viewers(ui: &mut Ui, params: &HudParams, view: &ReplayView) -> Option<Wanted> {
    let mut wanted = None;
    let parties = &params.session.opening.setup.sides;
    for (number, party) in parties.iter().enumerate().rev() {
        let side = Side(number as u8);
        let name = RichText::new(&*party.name).color(style::side(side));
        let shown = ui.selectable_label(view.viewer == Some(side), name);
        if shown.on_hover_text("Shows only what this side knows").clicked() {
            wanted = Some(Wanted::Viewer(Some(side)));
        }
    }
    if ui.selectable_label(view.viewer.is_none(), "All sides").on_hover_text("Shows everything that happens").clicked()
    {
        wanted = Some(Wanted::Viewer(None));
    }
    ui.colored_label(style::FAINT, "Seen by");
    wanted
}

/// Draws the buttons that end the replay, from right to left.
fn leaving(
    ui: &mut Ui,
    params: &HudParams,
    (view, windows): (&ReplayView, &mut OpenWindows),
    requests: &mut MessageWriter<ReplayRequest>,
) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let back = if view.from_result { "Back to the result" } else { "Back to the list of replays" };
    if ui.add(Button::new("Leave").min_size(vec2(0.0, 28.0))).on_hover_text(back).clicked() {
        requests.write(ReplayRequest::Leave);
    }
    let words = RichText::new("Take over from here").color(style::GOLD);
    let open = view.stop().who.is_some();
    let shown = ui.add_enabled(open, Button::new(words).min_size(vec2(0.0, 28.0)));
    let shown = shown.on_hover_text("Play on from this moment as a new battle; the recording stays as it is");
    if shown.on_disabled_hover_text("The battle is over: go back to a moment before its end").clicked() {
        windows.take_over = Some(usual_seats(params));
    }
    ui.separator();
}

/// The recorded seats. Where no person played, a person takes the first side.
fn usual_seats(params: &HudParams) -> Vec<Seat> {
    let opening = &params.session.opening;
    let playable = |seat: Seat| if Seat::ALL.contains(&seat) { seat } else { Seat::Ai(Strength::Normal) };
    let sides = (0..opening.setup.sides.len() as u8).map(Side);
    let mut seats: Vec<Seat> = sides.map(|side| playable(opening.seat(side))).collect();
    if !seats.contains(&Seat::Human)
        && let Some(first) = seats.first_mut()
    {
        *first = Seat::Human;
    }
    seats
}

/// The moment of a stop in words: the round, and who acts as far as the viewing side knows.
fn moment_words(params: &HudParams, view: &ReplayView, stop: &Stop) -> String {
    let moment = format!("{} {}", capitalised(params.moment()), stop.count);
    let known = stop.who.filter(|who| view.viewer.is_none() || params.watch.notices(*who));
    match (known, stop.who) {
        (Some(who), _) if stop.acts => format!("{moment}: {} acts", params.name(who)),
        (Some(who), _) => format!("{moment}: {} reacts", params.name(who)),
        (None, Some(_)) => moment,
        (None, None) => format!("{moment}: end of the recording"),
    }
}

fn status(params: &HudParams, view: &ReplayView) -> String {
    if view.stop().who.is_some() {
        let (at, end) = (view.at(), view.battle.end());
        let others = match params.acting().len() {
            many if many > 1 && view.stop().acts => format!(", with {} more", many - 1),
            _ => String::new(),
        };
        return format!("{}{others}. Moment {at} of {end}", moment_words(params, view, view.stop()));
    }
    let name = |side: &Side| {
        let party = params.session.opening.setup.sides.get(usize::from(side.0));
        party.map_or("A side", |party| &*party.name).to_owned()
    };
    match view.battle.outcome() {
        Some(BattleOutcome::Won { side, because }) => format!("{} win: {because}.", name(side)),
        Some(BattleOutcome::Draw { because }) => format!("A draw: {because}."),
        Some(BattleOutcome::Unfinished) => format!("The battle reached its limit of {}s.", params.moment()),
        None => "The recording ends here; the battle was not finished.".to_owned(),
    }
}
