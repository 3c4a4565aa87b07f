namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>Counts of conditions as they are now; disabled ones are in Total only.</summary>
/// <param name="Total">All.</param>
/// <param name="Active">Active ones.</param>
/// <param name="Unacknowledged">Those that wait for Acknowledge.</param>
/// <param name="Unconfirmed">Those that wait for Confirm.</param>
/// <param name="Shelved">Shelved ones.</param>
/// <param name="Disabled">Disabled ones.</param>
public readonly record struct ConditionFigures(int Total, int Active, int Unacknowledged, int Unconfirmed, int Shelved, int Disabled);

/// <summary>A condition as the application shows it.</summary>
/// <param name="Message">Its message; null: none.</param>
/// <param name="Retain">True while it is of interest: active, or waiting for a client.</param>
/// <param name="Quality">The quality of its input.</param>
/// <param name="Record">Its state.</param>
public sealed record ConditionView(
    NodeId Id,
    string Name,
    string SourceName,
    ConditionText? Message,
    bool Retain,
    StatusCode Quality,
    ConditionRecord Record
)
{
    /// <summary>What the system that has found it says beside the message; null: nothing.</summary>
    public ConditionDetails? Details { get; init; }
}
