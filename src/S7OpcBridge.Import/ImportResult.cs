namespace S7OpcBridge.Import;

/// <summary>What an import makes.</summary>
/// <param name="Files">Files to write by name, the map first; empty where nothing could be taken.</param>
/// <param name="Report">What was taken, changed and left out.</param>
public sealed record ImportResult(IReadOnlyList<(string Name, string Text)> Files, ImportReport Report)
{
    /// <summary>PLCs in the map.</summary>
    public int Plcs { get; init; }

    /// <summary>True where a PLC has no address: the map does not run before somebody writes it.</summary>
    public bool HasOpenHost { get; init; }
}
