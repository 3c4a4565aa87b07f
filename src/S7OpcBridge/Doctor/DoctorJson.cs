using System.Text.Json;
using S7OpcBridge.Output;

namespace S7OpcBridge.Doctor;

/// <summary>Writes the report as JSON.</summary>
internal static class DoctorJson
{
    public static string Write(DoctorReport report) => JsonSerializer.Serialize(report, JsonText.Options);
}
