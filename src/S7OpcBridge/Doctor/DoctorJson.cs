using System.Text.Json;
using System.Text.Json.Serialization;
using S7OpcBridge.Output;

namespace S7OpcBridge.Doctor;

/// <summary>The report as JSON.</summary>
[JsonSerializable(typeof(DoctorReport))]
internal sealed partial class DoctorJson : JsonSerializerContext
{
    public static DoctorJson Shapes { get; } = new(JsonText.NewOptions());

    public static string Write(DoctorReport report) => JsonSerializer.Serialize(report, Shapes.DoctorReport);
}
