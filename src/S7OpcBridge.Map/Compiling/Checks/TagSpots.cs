namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Where the tags stand in the map, for findings that only show when all tags are known; kept only for maps that need them.</summary>
/// <param name="isKept">True: they are kept.</param>
internal sealed class TagSpots(bool isKept)
{
    private readonly List<SourceLocation> _spots = [];

    /// <summary>Adds that of the next tag.</summary>
    public void Add(SourceLocation spot)
    {
        if (isKept)
            _spots.Add(spot);
    }

    /// <summary>That of a tag.</summary>
    public SourceLocation this[int tag] => _spots[tag];
}
