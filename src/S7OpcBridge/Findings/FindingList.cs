namespace S7OpcBridge;

/// <summary>Collects every finding of a load. A template used forty times reports a fault in it once.</summary>
internal sealed class FindingList
{
    private readonly HashSet<Finding> _findings = [];
    private readonly List<SourceFile> _files = [];
    private readonly HashSet<string> _sought = [];
    private readonly HashSet<(SourceFile?, int)> _trapped = [];
    private readonly HashSet<Finding> _traps = [];

    public bool HasErrors { get; private set; }

    /// <summary>True: a file could not be read to its end, so what is missing may only not have been reached.</summary>
    public bool IsCutShort { get; set; }

    /// <summary>All findings, file by file in the order in which they were opened, each from top to bottom.</summary>
    public IReadOnlyList<Finding> Sorted =>
        [.. _findings.Where(IsTold).OrderBy(f => f.Spot.File is null ? -1 : _files.IndexOf(f.Spot.File)).ThenBy(f => f.Spot.Line).ThenBy(f => f.Spot.Column)];

    public SourceFile Open(string path)
    {
        var file = new SourceFile(path.Replace('\\', '/'));
        _files.Add(file);
        return file;
    }

    /// <summary>The files that were opened, the map first.</summary>
    public IReadOnlyList<SourceFile> Files => _files;

    /// <summary>The files that were looked for, those included that are not there: when one of them changes, the map may read otherwise.</summary>
    public IReadOnlyCollection<string> Sought => _sought;

    /// <summary>Notes that a file was looked for.</summary>
    public void Seek(string path) => _sought.Add(path);

    public void Error(SourceSpot spot, string message)
    {
        HasErrors = true;
        _findings.Add(new Finding(spot, IsError: true, message));
    }

    /// <summary>An error of the file's syntax that was mended to read on; what else the mended line gives rise to is not told.</summary>
    public void Trap(SourceSpot spot, string message)
    {
        Error(spot, message);
        _trapped.Add((spot.File, spot.Line));
        _traps.Add(new Finding(spot, IsError: true, message));
    }

    public void Warning(SourceSpot spot, string message) => _findings.Add(new Finding(spot, IsError: false, message));

    private bool IsTold(Finding finding) => _traps.Contains(finding) || !_trapped.Contains((finding.Spot.File, finding.Spot.Line));
}
