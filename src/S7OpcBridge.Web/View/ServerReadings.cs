using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web;

/// <summary>What pages and metrics read of the OPC UA server.</summary>
public sealed record ServerReadings
{
    /// <summary>The present value of a tag.</summary>
    public required Func<int, TagReading> Read { get; init; }

    /// <summary>The same as the variable table has it, with its type.</summary>
    public required Func<int, DataValue> ValueOf { get; init; }

    /// <summary>The built-in type of a tag's values, or of their elements; Null: the CPU has not reported it yet.</summary>
    public required Func<Tag, BuiltInType> TypeOf { get; init; }

    /// <summary>Only the quality of a tag, for searches through all tags.</summary>
    public required Func<int, StatusCode> QualityOf { get; init; }

    /// <summary>The sessions with their subscriptions.</summary>
    public required Func<IReadOnlyList<SessionRow>> Sessions { get; init; }

    /// <summary>The clients that it dials.</summary>
    public Func<IReadOnlyList<ReverseStatus>> ReverseConnections { get; init; } = static () => [];

    /// <summary>Its figures.</summary>
    public required Func<ServerFigures> Figures { get; init; }

    /// <summary>What was published; walks all subscriptions.</summary>
    public required Func<PublishedFigures> Published { get; init; }
}

/// <summary>The present value of a tag, as clients see it.</summary>
/// <param name="Value">The value as text; empty: none.</param>
/// <param name="Status">Its quality.</param>
/// <param name="Changed">When the value or the quality last changed; null: never.</param>
/// <param name="Confirmed">When the PLC last confirmed it, or was last tried; null: never.</param>
public readonly record struct TagReading(string Value, StatusCode Status, DateTime? Changed, DateTime? Confirmed);

/// <summary>A session. Application and name are set by the client: any text, without control characters.</summary>
public sealed record SessionRow(
    string Application,
    string Name,
    string? User,
    string? Remote,
    string Security,
    double AgeMs,
    double SilenceMs,
    IReadOnlyList<SubscriptionRow> Subscriptions
);

/// <summary>A subscription.</summary>
public sealed record SubscriptionRow(uint Id, double IntervalMs, bool IsEnabled, uint Items, uint Notifications, uint Late, uint Overflows);
