using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace S7OpcBridge;

/// <summary>What <c>doctor</c>, <c>watch</c>, <c>health</c> and <c>certs</c> ask a running bridge: a JSON line. It answers with one line, or with a line whenever there is news.</summary>
/// <param name="Ask"><c>doctor</c>, <c>watch</c>, <c>health</c> or <c>map</c>.</param>
/// <param name="Plc">doctor and watch: one PLC; null: all.</param>
/// <param name="Probe">doctor: look for the right TSAP.</param>
/// <param name="Tags">watch: the patterns.</param>
internal sealed record LocalRequest(string Ask, string? Plc, bool Probe, IReadOnlyList<string> Tags)
{
    /// <summary>True: the answer is one line that is there at once.</summary>
    [JsonIgnore]
    public bool IsBrief => Ask is Health or Map;

    public const string Doctor = "doctor", Watch = "watch", Health = "health", Map = "map";

    public static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        // What lacks a part comes from something else than a bridge, or from another version: it is told as that instead of failing somewhere later.
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };
}
