using System.Text.Encodings.Web;
using System.Text.Json;

namespace S7OpcBridge;

/// <summary>The report for programs, and back.</summary>
internal static class DoctorJson
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static string Write(DoctorReport report) => JsonSerializer.Serialize(report, Options);

    public static DoctorReport? Read(string json) => JsonSerializer.Deserialize<DoctorReport>(json, Options);
}
