using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map;

/// <summary>Collects the findings of a load, up to a number. A template used forty times reports a fault in it once.</summary>
public sealed class FindingList
{
    // Beyond this nobody reads on, and a long wrong map would cost more memory than a right one.
    private const int Most = 1000, LongestMessage = 1000;

    private readonly HashSet<Finding> _findings = [];
    private readonly List<SourceFile> _files = [];
    private readonly HashSet<string> _sought = [];
    private readonly HashSet<(SourceFile?, int)> _trapped = [];
    private readonly HashSet<Finding> _traps = [];
    private int _errors, _warnings, _errorsLeftOut, _warningsLeftOut;

    /// <summary>True once there is an error: the map does not run.</summary>
    public bool HasErrors { get; private set; }

    /// <summary>True: a file could not be read to its end, so what is missing may only not have been reached.</summary>
    public bool IsCutShort { get; set; }

    /// <summary>All findings, file by file in the order in which they were opened, each from top to bottom; the last one says how many more there are.</summary>
    public IReadOnlyList<Finding> Sorted
    {
        get
        {
            var order = new Dictionary<SourceFile, int>(ReferenceEqualityComparer.Instance);
            foreach (var file in _files)
                order.TryAdd(file, order.Count);
            var sorted = _findings.Where(IsTold).OrderBy(f => f.Spot.File is { } file ? order.GetValueOrDefault(file, -1) : -1).ThenBy(f => f.Spot.Line).ThenBy(f => f.Spot.Column);
            return _errorsLeftOut + _warningsLeftOut == 0 ? [.. sorted] : [.. sorted, Rest];
        }
    }

    private Finding Rest => new(
        new SourceSpot(_files.FirstOrDefault(), 1, 1),
        IsError: _errorsLeftOut > 0,
        $"{_errorsLeftOut:N0} more errors and {_warningsLeftOut:N0} more warnings are not listed; mend the ones above first");

    /// <summary>Notes that a file is read; findings in files opened earlier come first.</summary>
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

    /// <summary>How large the map is so far.</summary>
    internal MapSize Size { get; } = new();

    /// <summary>Notes that a file was looked for.</summary>
    public void Seek(string path) => _sought.Add(path);

    /// <summary>Adds an error.</summary>
    /// <param name="spot">Where.</param>
    /// <param name="message">What is wrong; what to do.</param>
    public void Error(SourceSpot spot, string message)
    {
        HasErrors = true;
        Add(new Finding(spot, IsError: true, Cut(message)), ref _errors, ref _errorsLeftOut);
    }

    /// <summary>An error of the file's syntax that was mended to read on; what else the mended line gives rise to is not told.</summary>
    public void Trap(SourceSpot spot, string message)
    {
        var isListed = _errors < Most;
        Error(spot, message);
        if (!isListed)
            return;
        _trapped.Add((spot.File, spot.Line));
        _traps.Add(new Finding(spot, IsError: true, Cut(message)));
    }

    /// <summary>Adds a warning, which stops nothing.</summary>
    /// <inheritdoc cref="Error"/>
    public void Warning(SourceSpot spot, string message) => Add(new Finding(spot, IsError: false, Cut(message)), ref _warnings, ref _warningsLeftOut);

    private void Add(Finding finding, ref int count, ref int leftOut)
    {
        if (count >= Most)
            leftOut += _findings.Contains(finding) ? 0 : 1;
        else if (_findings.Add(finding))
            count++;
    }

    private static string Cut(string message) => message.Length <= LongestMessage ? message : $"{message.AsSpan(0, LongestMessage)}…";

    private bool IsTold(Finding finding) => _traps.Contains(finding) || !_trapped.Contains((finding.Spot.File, finding.Spot.Line));
}
