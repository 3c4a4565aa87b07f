using System.Text.Json;

namespace S7OpcBridge;

/// <summary>Writes the report as JSON.</summary>
internal static class DoctorJson
{
    public static string Write(DoctorReport report) => JsonSerializer.Serialize(report, JsonText.Options);
}
