namespace S7OpcBridge.Import;

/// <summary>What an import makes.</summary>
/// <param name="Files">Files to write by name, the map first; a list of texts alone where the sources have no PLC; empty where nothing could be taken.</param>
/// <param name="Report">What was taken, changed and left out.</param>
public sealed record ImportResult(IReadOnlyList<(string Name, string Text)> Files, ImportReport Report)
{
    /// <summary>PLCs in the map; 0: there is none.</summary>
    public int Plcs { get; init; }

    /// <summary>True where a PLC has no address: the map does not run before somebody writes it.</summary>
    public bool HasOpenHost { get; init; }
}
