using System.Text.Json.Serialization;
using S7OpcBridge.Alarms;
using S7OpcBridge.Doctor;
using S7OpcBridge.Output;
using S7OpcBridge.Support;
using S7OpcBridge.Watch;

namespace S7OpcBridge.Local;

/// <summary>What a running bridge and commands exchange, as JSON.</summary>
[JsonSerializable(typeof(LocalRequest))]
[JsonSerializable(typeof(MapAnswer))]
[JsonSerializable(typeof(HealthAnswer))]
[JsonSerializable(typeof(ClusterAnswer))]
[JsonSerializable(typeof(SupportAnswer))]
[JsonSerializable(typeof(DoctorReport))]
[JsonSerializable(typeof(WatchUpdate))]
[JsonSerializable(typeof(AlarmUpdate))]
internal sealed partial class LocalJson : JsonSerializerContext
{
    public static LocalJson Shapes { get; } = new(JsonText.NewOptions());
}
