//! Schema of a weights file with a `base`, which has only the keys that differ from that evaluator.

use serde_json::{Value, json};

use renju::systems::WeightsForm;

/// The schema of a complete weights file, and of one with a `base`: sections of that may lack keys,
/// lists are whole.
pub(super) fn with_changes(mut complete: Value, form: &WeightsForm) -> Value {
    let system = &mut complete["properties"]["system"];
    *system = json!({ "description": system["description"], "const": form.system });
    let description = complete["description"].clone();
    let mut changes = complete.clone();
    without_required(&mut changes);
    changes["required"] = json!(["base"]);
    changes["properties"]["base"] = json!({
        "description": "The evaluator whose weights the file changes; it has only the keys that differ.",
        "enum": form.bases,
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": description,
        "type": "object",
        "if": { "required": ["base"] },
        "then": changes,
        "else": complete,
    })
}

/// Makes all keys of a section optional, and those of its sections.
fn without_required(section: &mut Value) {
    if let Some(schema) = section.as_object_mut() {
        schema.remove("required");
        let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
        fields
            .into_iter()
            .flat_map(|fields| fields.values_mut())
            .for_each(without_required);
    }
}
