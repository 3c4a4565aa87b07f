using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Page;

/// <summary>An entry of <c>mqtt</c> in short.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Broker">The broker, without user and password.</param>
/// <param name="Connected">True: the broker has admitted it.</param>
/// <param name="SinceMs">For how long it has been so; null: since the start.</param>
/// <param name="Tags">Published tags.</param>
/// <param name="Messages">Messages that the broker has taken since the start.</param>
/// <param name="Values">Values in them.</param>
/// <param name="WaitingValues">Values that wait for the broker.</param>
/// <param name="LostValues">Values lost since the start.</param>
/// <param name="Commands">Commands carried out since the start.</param>
/// <param name="RefusedCommands">Commands refused since the start.</param>
/// <param name="LastError">What went wrong last; null: nothing so far.</param>
/// <param name="ErrorMs">How long ago that was.</param>
internal sealed record MqttEntry(
    string Name,
    string Broker,
    bool Connected,
    double? SinceMs,
    int Tags,
    long Messages,
    long Values,
    long WaitingValues,
    long LostValues,
    long Commands,
    long RefusedCommands,
    string? LastError,
    double? ErrorMs
)
{
    /// <summary>The entries; null: the map has none.</summary>
    public static IReadOnlyList<MqttEntry>? ListFrom(BridgeView view)
    {
        var (entries, now) = (view.Mqtt(), view.Time.GetUtcNow());
        return entries.Count == 0 ? null : [.. entries.Select(entry => From(entry, now))];
    }

    private static MqttEntry From(MqttState entry, DateTimeOffset now) =>
        new(
            entry.Name,
            entry.Broker,
            entry.IsConnected,
            Age.MillisecondsSince(entry.Since?.UtcDateTime, now),
            entry.Tags,
            entry.Messages,
            entry.Values,
            entry.WaitingValues,
            entry.LostValues,
            entry.Commands,
            entry.RefusedCommands,
            entry.LastError,
            Age.MillisecondsSince(entry.LastErrorAt?.UtcDateTime, now)
        );
}
