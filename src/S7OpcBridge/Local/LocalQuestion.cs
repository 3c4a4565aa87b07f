using System.Text.Encodings.Web;
using System.Text.Json;

namespace S7OpcBridge;

/// <summary>What <c>doctor</c>, <c>watch</c> and <c>health</c> ask a running bridge: a JSON line. It answers with one line, or with a line whenever there is news.</summary>
/// <param name="Ask"><c>doctor</c>, <c>watch</c> or <c>health</c>.</param>
/// <param name="Plc">doctor and watch: one PLC; null: all.</param>
/// <param name="Probe">doctor: look for the right TSAP.</param>
/// <param name="Tags">watch: the patterns.</param>
internal sealed record LocalQuestion(string Ask, string? Plc, bool Probe, IReadOnlyList<string> Tags)
{
    public static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
}
