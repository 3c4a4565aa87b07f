using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map;

/// <summary>Collects the findings of a map, up to a maximum number. A fault in a template that is used forty times is reported once.</summary>
public sealed class FindingList
{
    // More findings would not be read, and a long faulty map must not need more memory than a valid one.
    private const int Most = 1000,
        LongestMessage = 1000;

    private readonly HashSet<Finding> _findings = [];
    private readonly List<SourceFile> _files = [];
    private readonly List<SourceFile> _secrets = [];
    private readonly HashSet<string> _sought = [];
    private readonly HashSet<(SourceFile?, int)> _correctedLines = [];
    private readonly HashSet<Finding> _syntaxErrors = [];
    private int _errors,
        _warnings,
        _errorsLeftOut,
        _warningsLeftOut;

    /// <summary>True once there is an error, so that the map cannot run.</summary>
    public bool HasErrors { get; private set; }

    /// <summary>True: a file could not be read to its end, so that a missing entry may be in the unread part.</summary>
    public bool IsCutShort { get; set; }

    /// <summary>True: the address of a PLC may be left open (<see cref="OpenHost"/>), because nothing will be connected to.</summary>
    public bool TakesOpenHosts { get; init; }

    /// <summary>All findings, file by file in the order of opening, each from top to bottom. The last one states how many were omitted.</summary>
    public IReadOnlyList<Finding> Sorted
    {
        get
        {
            var order = new Dictionary<SourceFile, int>(ReferenceEqualityComparer.Instance);
            foreach (var file in _files)
                order.TryAdd(file, order.Count);
            var sorted = _findings
                .Where(IsListed)
                .OrderBy(f => f.Spot.File is { } file ? order.GetValueOrDefault(file, -1) : -1)
                .ThenBy(f => f.Spot.Line)
                .ThenBy(f => f.Spot.Column);
            return _errorsLeftOut + _warningsLeftOut == 0 ? [.. sorted] : [.. sorted, Rest];
        }
    }

    private Finding Rest =>
        new(
            new SourceLocation(_files.FirstOrDefault(), 1, 1),
            IsError: _errorsLeftOut > 0,
            $"{_errorsLeftOut:N0} more errors and {_warningsLeftOut:N0} more warnings are not listed; correct the ones above first"
        );

    /// <summary>Registers a file that is read. Findings in files opened earlier come first.</summary>
    public SourceFile Open(string path)
    {
        var file = new SourceFile(path.Replace('\\', '/'));
        _files.Add(file);
        return file;
    }

    /// <summary>The files that were read, the map first.</summary>
    public IEnumerable<string> Read => _files.Select(file => file.Path);

    /// <summary>The files that were looked for, those included that are not there: when one of them changes, the map may read otherwise.</summary>
    public IReadOnlyCollection<string> Sought => _sought;

    /// <summary>Files that hold passwords of users: read, but no texts of the map.</summary>
    public IEnumerable<string> Secrets => _secrets.Select(file => file.Path);

    /// <summary>The files that were read and make up the map, the map first.</summary>
    public IReadOnlyList<string> Texts => [.. Read.Distinct().Except(Secrets)];

    /// <summary>Texts that are read in place of files; null: none.</summary>
    public MapOverlay? Overlay { get; init; }

    /// <summary>Registers a file with passwords of users that is read.</summary>
    internal SourceFile OpenSecret(string path)
    {
        var file = Open(path);
        _secrets.Add(file);
        return file;
    }

    /// <summary>The code pages that the map names for its files.</summary>
    public CodePages CodePages { get; } = new();

    /// <summary>The size of the map so far.</summary>
    internal MapSize Size { get; init; } = new();

    /// <summary>The environment variables that the map names.</summary>
    internal MapVariables Variables { get; init; } = new(Environment.GetEnvironmentVariable);

    /// <summary>What came into the map from environment variables, by their names. It may be secret: print the names only.</summary>
    public IReadOnlyDictionary<string, string> FromEnvironment => Variables.Set;

    /// <summary>Notes that a file was looked for.</summary>
    public void Seek(string path) => _sought.Add(path);

    /// <summary>Adds an error.</summary>
    /// <param name="spot">The location.</param>
    /// <param name="message">What is wrong and what to do.</param>
    public void Error(SourceLocation spot, string message)
    {
        HasErrors = true;
        Add(new Finding(spot, IsError: true, Cut(message)), ref _errors, ref _errorsLeftOut);
    }

    /// <summary>Adds an error of the file's syntax that was corrected to continue reading. Further errors on the corrected line are suppressed.</summary>
    public void SyntaxError(SourceLocation spot, string message)
    {
        var isListed = _errors < Most;
        Error(spot, message);
        if (!isListed)
            return;
        _correctedLines.Add((spot.File, spot.Line));
        _syntaxErrors.Add(new Finding(spot, IsError: true, Cut(message)));
    }

    /// <summary>Adds a warning, which does not prevent a start.</summary>
    /// <inheritdoc cref="Error"/>
    public void Warning(SourceLocation spot, string message) =>
        Add(new Finding(spot, IsError: false, Cut(message)), ref _warnings, ref _warningsLeftOut);

    private void Add(Finding finding, ref int count, ref int leftOut)
    {
        if (count >= Most)
            leftOut += _findings.Contains(finding) ? 0 : 1;
        else if (_findings.Add(finding))
            count++;
    }

    private static string Cut(string message) => message.Length <= LongestMessage ? message : $"{message.AsSpan(0, LongestMessage)}…";

    private bool IsListed(Finding finding) =>
        _syntaxErrors.Contains(finding) || !_correctedLines.Contains((finding.Spot.File, finding.Spot.Line));
}
