using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Status;

/// <summary>Whether a CPU sends its alarms, in a sentence.</summary>
internal static class CpuAlarmWords
{
    public static string For(PlcStatus status) =>
        status switch
        {
            { Connected: false } => "Not connected.",
            { Alarms.IsSending: true } => "The CPU sends its alarms.",
            { Alarms.Refusal: { Length: > 0 } why } => $"The CPU sends no alarms: {why}.",
            _ => "The CPU is being asked for its alarms.",
        };
}
