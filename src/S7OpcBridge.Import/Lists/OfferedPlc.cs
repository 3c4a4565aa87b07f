using System.Text.Json.Nodes;

namespace S7OpcBridge.Import;

/// <summary>A PLC of an import in the form in which it can be inserted into a map.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Keys">What the source tells of it, by the keys of the map: host, port, protocol, profile, scan …; without name and tags.</param>
/// <param name="Facts">What else the source tells of it, as lines.</param>
/// <param name="Tags">Its tags, each by the keys of the map.</param>
/// <param name="Alarms">Alarms of its tags, which are not among the keys.</param>
public sealed record OfferedPlc(string Name, JsonObject Keys, IReadOnlyList<string> Facts, IReadOnlyList<JsonObject> Tags, int Alarms);
