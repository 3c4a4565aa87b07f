namespace S7OpcBridge.OpcUa.Server;

/// <summary>The outcome of one node of a Write call.</summary>
/// <param name="Node">As the client named it; there may be no such node.</param>
/// <param name="Attribute">What was to be written.</param>
/// <param name="Range">The IndexRange as the client wrote it; null or empty: none.</param>
/// <param name="Before">The value that was known before the call; null value: none.</param>
/// <param name="After">The value that was sent.</param>
/// <param name="Status">The answer; BadRequestInterrupted: the call was cancelled before there was one.</param>
public readonly record struct WriteOutcome(
    NodeId Node,
    AttributeId Attribute,
    string? Range,
    Variant Before,
    Variant After,
    StatusCode Status
);

/// <summary>
/// Receives the outcome of every node of every Write call when the call ends: written, refused or cancelled. Old values are read only while an observer is on.
/// </summary>
/// <param name="IsOn">False: the observer is not called. Any thread; called once per Write call.</param>
/// <param name="Tell">Takes an outcome. Any thread; must not throw.</param>
public sealed record WriteObserver(Func<bool> IsOn, Action<UaCaller, WriteOutcome> Tell);
