using System.Text.Json.Serialization;

namespace S7OpcBridge.Local;

/// <summary>
/// A request of <c>doctor</c>, <c>watch</c>, <c>health</c>, <c>cluster</c>, <c>report</c> or <c>certs</c> to a running bridge: one JSON line. The answer is
/// one line, or a line per update.
/// </summary>
/// <param name="Ask">The kind of request: <c>doctor</c>, <c>watch</c>, <c>alarms</c>, <c>health</c>, <c>map</c>, <c>cluster</c> or <c>support</c>.</param>
/// <param name="Plc">doctor, watch and alarms: one PLC; null: all.</param>
/// <param name="Probe">doctor: search for the right TSAP.</param>
/// <param name="Tags">watch: the tag patterns.</param>
internal sealed record LocalRequest(string Ask, string? Plc, bool Probe, IReadOnlyList<string> Tags)
{
    /// <summary>alarms: the reader's language; null: the first of each alarm.</summary>
    public string? Locale { get; init; }

    /// <summary>True: the answer is a single line that is available at once.</summary>
    [JsonIgnore]
    public bool IsBrief => Ask is Health or Map or Cluster or Support;

    public const string Doctor = "doctor",
        Watch = "watch",
        Alarms = "alarms",
        Health = "health",
        Map = "map",
        Cluster = "cluster",
        Support = "support";
}
