using System.Text.Json.Nodes;

namespace S7OpcBridge.Import;

/// <summary>Tags of an import as a map that is there takes them.</summary>
/// <param name="Tags">Entries for the list of tags of a PLC: tags, groups and uses of templates.</param>
/// <param name="Scan">Its scan classes; null: none.</param>
/// <param name="Templates">Templates that the entries use, by name.</param>
/// <param name="AlarmClasses">Classes of their alarms, by name.</param>
/// <param name="Files">Lists of alarms that the entries name, and of texts of messages, to be written beside the map: name and text.</param>
/// <param name="Alarms">What the PLC has under <c>alarms</c>: that its messages are wanted, and the list of their texts; null: nothing.</param>
public sealed record TakenTags(
    IReadOnlyList<JsonObject> Tags,
    JsonObject? Scan,
    JsonObject Templates,
    JsonObject AlarmClasses,
    IReadOnlyList<KeyValuePair<string, string>> Files,
    JsonObject? Alarms = null
);
