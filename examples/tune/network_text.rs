use std::fmt::Write;

use renju::board::Color;
use renju::eval::network::{
    FEATURES, HIDDEN, INPUTS, NetworkWeights, RuleNetwork, STAGES, ValueHead,
};
use renju::pattern::LinePair;
use renju::rule::Rule;

use super::Error;
use super::model::Model;

/// What stands for 1 in rows, biases and facts, in the layers, and for odds of e to 1 in the value.
const ONE: f32 = 256.0;
const LAYER: f32 = 1024.0;
const VALUE: f32 = 4000.0;

/// Replaces the network of a rule.
pub(super) fn set_network(weights: &mut NetworkWeights, rule: Rule, network: RuleNetwork) {
    match rule {
        Rule::Renju => weights.renju = network,
        Rule::Standard => weights.standard = Some(network),
        Rule::Freestyle => weights.freestyle = network,
    }
}

/// The network in floating point, to go on learning.
pub(super) fn model_of(network: &RuleNetwork, rule: Rule) -> Model {
    let mut numbers = Vec::new();
    let mut add = |row: &[i16], scale: f32| {
        numbers.extend(row.iter().map(|&number| f32::from(number) / scale));
    };
    for pair in 0..LinePair::COUNT {
        let pair = LinePair::all().find(|known| known.index() == pair);
        add(
            pair.map_or(&[0; FEATURES], |pair| network.lines.of(pair)),
            ONE,
        );
    }
    add(&network.bias.0, ONE);
    let of_stage = |stage: usize| [&network.black.0[stage], &network.white.0[stage]];
    for head in (0..STAGES).flat_map(of_stage) {
        add(&head.direct.0, VALUE);
        for layer in [&head.first, &head.second] {
            layer.rows().iter().for_each(|unit| add(unit, LAYER));
        }
        add(&head.out.0, VALUE);
        for facts in &*head.facts.0 {
            add(&facts[..HIDDEN], ONE);
            add(&facts[HIDDEN..], VALUE);
        }
    }
    Model::from_written(numbers, rule != Rule::Renju)
}

/// A learned network in whole numbers.
pub(super) fn whole_numbers(model: &Model) -> Result<RuleNetwork, Error> {
    let mut text = format!("bias = {}\n[lines]\n", row(model.bias(), ONE));
    for pair in LinePair::all().skip(1) {
        if model
            .row(pair)
            .iter()
            .any(|&number| (number * ONE).round() != 0.0)
        {
            let _ = writeln!(text, "\"{}\" = {}", key(pair), row(model.row(pair), ONE));
        }
    }
    for number in 0..2 * STAGES {
        let name = ["black", "white"][number % 2];
        let [direct, first, second, out, facts] = model.head(number);
        let _ = writeln!(text, "[[{name}]]\ndirect = {}", row(direct, VALUE));
        let _ = writeln!(text, "facts = [{}]", fact_rows(facts));
        let _ = writeln!(text, "first = [{}]", layer(first, INPUTS));
        let _ = writeln!(text, "second = [{}]", layer(second, HIDDEN + 1));
        let _ = writeln!(text, "out = {}", row(out, VALUE));
    }
    Ok(toml::from_str(&text)?)
}

fn layer(weights: &[f32], inputs: usize) -> String {
    let units = weights.chunks_exact(inputs);
    let units: Vec<String> = units.map(|unit| row(unit, LAYER)).collect();
    units.join(", ")
}

/// What the facts add to the units of the first layer, and to the value.
fn fact_rows(weights: &[f32]) -> String {
    let rows = weights.chunks_exact(HIDDEN + 1).map(|facts| {
        let units = facts[..HIDDEN].iter().map(|number| number * ONE);
        let value = facts[HIDDEN] * VALUE;
        list(units.chain([value]).map(|number| number.round() as i64))
    });
    rows.collect::<Vec<String>>().join(", ")
}

fn row(numbers: &[f32], scale: f32) -> String {
    let whole = numbers.iter().map(|number| (number * scale).round() as i64);
    list(whole)
}

fn list(numbers: impl Iterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    // Without blanks: the program holds the file as it is.
    format!("[{}]", numbers.join(","))
}

fn key(pair: LinePair) -> String {
    format!("{} {}", pair.of(Color::Black), pair.of(Color::White))
}

/// The file of weights.
pub(super) fn text(weights: &NetworkWeights, told: &[String]) -> String {
    let mut text = String::from(ABOUT);
    for line in told {
        let _ = writeln!(text, "# {line}");
    }
    text.push_str("\nsystem = \"network\"\n");
    let is_own = |rule: &Rule| *rule != Rule::Standard || weights.standard.is_some();
    for rule in Rule::ALL.into_iter().filter(is_own) {
        let network = weights.of(rule);
        let _ = writeln!(
            text,
            "\n[{rule}]\nbias = {}\n\n[{rule}.lines]",
            list(network.bias.0.iter())
        );
        for pair in LinePair::all().skip(1) {
            let numbers = network.lines.of(pair);
            if *numbers != [0; FEATURES] {
                let _ = writeln!(text, "\"{}\" = {}", key(pair), list(numbers.iter()));
            }
        }
        for (name, heads) in [("black", &network.black), ("white", &network.white)] {
            let [first, others @ ..] = &*heads.0;
            if others.iter().all(|head| head == first) {
                let _ = writeln!(text, "\n[{rule}.{name}]");
                head_text(&mut text, first);
                continue;
            }
            for head in heads.0.iter() {
                let _ = writeln!(text, "\n[[{rule}.{name}]]");
                head_text(&mut text, head);
            }
        }
    }
    text
}

fn head_text(text: &mut String, head: &ValueHead) {
    let _ = writeln!(text, "direct = {}", list(head.direct.0.iter()));
    rows_text(text, "facts", &*head.facts.0);
    rows_text(text, "first", &head.first.rows());
    rows_text(text, "second", &head.second.rows());
    let _ = writeln!(text, "out = {}", list(head.out.0.iter()));
}

fn rows_text<const N: usize>(text: &mut String, name: &str, rows: &[[i16; N]]) {
    let _ = writeln!(text, "{name} = [");
    for row in rows {
        let _ = writeln!(text, "  {},", list(row.iter()));
    }
    text.push_str("]\n");
}

/// The head of the file.
const ABOUT: &str = "\
# The weights of `network`: what is added to `shapes`. Written by `examples/tune train`.
#
# bias: what each point begins with; 256 is 1.
# lines: what a line adds to the features of its point, by what Black and what White would make there;
#   256 is 1. Features of a point are held between 0 and 1.
# black, white: the heads when Black or White is to move, of up to 15, 30, 45 and more stones, or one for all.
#   Their inputs are the features of the board (an eighth of what the points have more than the bias gives)
#   and the stones (32 are 1).
#   facts: by what both sides have at hand what is added to the units of the first layer, 256 is 1, and
#   to the value, in sixteenths of a point.
#   direct: what an input adds to the value, in sixteenths of a point (of 250 to odds of e to 1).
#   first, second: the units of the hidden layers, held between 0 and 1; 1024 is 1.
#   out: what a unit of the second layer adds to the value, in sixteenths of a point.
#
";
