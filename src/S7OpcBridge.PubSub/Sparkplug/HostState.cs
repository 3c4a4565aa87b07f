using System.Text.Json;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>What a host says of itself (Sparkplug 3.0, 5.7): <c>{"online":true,"timestamp":1795863845120}</c>.</summary>
/// <param name="IsOnline">Whether it is there.</param>
/// <param name="Timestamp">Milliseconds since 1970.</param>
internal readonly record struct HostState(bool IsOnline, long Timestamp)
{
    /// <summary>Bytes of the message at most.</summary>
    public const int MostBytes = 1024;

    private static readonly JsonDocumentOptions Limits = new() { MaxDepth = 4 };

    /// <summary>Reads the message; null: it is none.</summary>
    public static HostState? Read(ReadOnlyMemory<byte> payload)
    {
        if (payload.Length > MostBytes)
            return null;
        try
        {
            using var document = JsonDocument.Parse(payload, Limits);
            var state = document.RootElement;
            return
                state.ValueKind == JsonValueKind.Object
                && state.TryGetProperty("online", out var online)
                && online.ValueKind is JsonValueKind.True or JsonValueKind.False
                && state.TryGetProperty("timestamp", out var time)
                && time.ValueKind == JsonValueKind.Number
                && time.TryGetInt64(out var timestamp)
                ? new HostState(online.GetBoolean(), timestamp)
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
