using System.Text.Json;

namespace S7OpcBridge;

/// <summary>The report for programs, and back.</summary>
internal static class DoctorJson
{
    public static string Write(DoctorReport report) => JsonSerializer.Serialize(report, LocalQuestion.Json);
}
