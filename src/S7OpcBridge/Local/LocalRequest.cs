using System.Text.Json.Serialization;

namespace S7OpcBridge.Local;

/// <summary>
/// A request of <c>doctor</c>, <c>watch</c>, <c>health</c>, <c>report</c> or <c>certs</c> to a running bridge: one JSON line. The answer is one line, or a
/// line per update.
/// </summary>
/// <param name="Ask">The kind of request: <c>doctor</c>, <c>watch</c>, <c>health</c>, <c>map</c> or <c>support</c>.</param>
/// <param name="Plc">doctor and watch: one PLC; null: all.</param>
/// <param name="Probe">doctor: search for the right TSAP.</param>
/// <param name="Tags">watch: the tag patterns.</param>
internal sealed record LocalRequest(string Ask, string? Plc, bool Probe, IReadOnlyList<string> Tags)
{
    /// <summary>True: the answer is a single line that is available at once.</summary>
    [JsonIgnore]
    public bool IsBrief => Ask is Health or Map or Support;

    public const string Doctor = "doctor", Watch = "watch", Health = "health", Map = "map", Support = "support";
}
