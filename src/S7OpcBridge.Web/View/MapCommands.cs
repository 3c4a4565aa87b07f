using S7OpcBridge.Map;

namespace S7OpcBridge.Web;

/// <summary>What pages need to edit the map, as functions that the program fills in. Any thread.</summary>
public sealed record MapCommands
{
    /// <summary>Path of the map, as the program was given it.</summary>
    public required string Path { get; init; }

    /// <summary>The texts that make up the map, the map first: of the running one, and of a refused one on disk. Named as findings name them.</summary>
    public required Func<IReadOnlyList<string>> Texts { get; init; }

    /// <summary>All files that these maps look for, texts or not.</summary>
    public required Func<IReadOnlyCollection<string>> Files { get; init; }

    /// <summary>The code pages that these maps name for their files; the same object until the next load.</summary>
    public Func<CodePages> CodePages { get; init; } = static () => NoneNamed;

    private static readonly CodePages NoneNamed = new();

    /// <summary>Loads the map as a reload would; takes seconds for a large one. Null: it has errors.</summary>
    public required Func<FindingList, BridgeMap?> Load { get; init; }

    /// <summary>What <c>validate</c> says of a loaded map beyond the findings of loading it.</summary>
    public required Func<BridgeMap, IReadOnlyList<Finding>> Examine { get; init; }

    /// <summary>What a reload would do with a loaded map.</summary>
    public required Func<BridgeMap, MapEffect> EffectOf { get; init; }

    /// <summary>Which nodes of the cluster get a change of these files with it.</summary>
    public required Func<IReadOnlyList<string>, CancellationToken, Task<MapReach>> ReachAsync { get; init; }

    /// <summary>Saves files and keeps their versions.</summary>
    public required MapVersions Versions { get; init; }

    /// <summary>Texts that are written with whatever is saved, by file: those of an import. The same list as long as they are the same.</summary>
    public Func<IReadOnlyList<KeyValuePair<string, string>>> Incoming { get; init; } = static () => [];

    /// <summary>True: addresses of PLCs may be left open, because nothing will be connected to.</summary>
    public bool TakesOpenHosts { get; init; }

    /// <summary>Asks for a reload, and says why.</summary>
    public required Action<string> AskReload { get; init; }

    /// <summary>The text of a kept version of a file, in the code page that the map names for it; null: it is not kept any more.</summary>
    public string? KeptText(string file, string id) => Versions.ReadText(file, id, CodePages().Find(file));
}

/// <summary>What a reload would do.</summary>
/// <param name="Sentences">The same in words, the most important first.</param>
/// <param name="Lines">The lines that the log of the reload would have.</param>
/// <param name="TagsAdded">New tags.</param>
/// <param name="TagsGone">Tags that are removed.</param>
/// <param name="TagsReread">Tags that are read in another way: they have no value until the PLC has answered.</param>
/// <param name="TagsChanged">Tags that change in something else.</param>
/// <param name="PlcsTouched">PLCs that are not only left as they are, by name.</param>
/// <param name="NeedRestart">Settings that change with the next start only.</param>
public sealed record MapEffect(
    IReadOnlyList<string> Sentences,
    IReadOnlyList<string> Lines,
    int TagsAdded,
    int TagsGone,
    int TagsReread,
    int TagsChanged,
    IReadOnlyList<string> PlcsTouched,
    IReadOnlyList<string> NeedRestart
);

/// <summary>Which nodes of a cluster get a change of files.</summary>
/// <param name="Nodes">Those that read the same files, this one among them; empty: there is no cluster.</param>
/// <param name="Others">Those that do not, or whose answer is missing.</param>
public sealed record MapReach(IReadOnlyList<string> Nodes, IReadOnlyList<NodeApart> Others)
{
    /// <summary>There is no cluster.</summary>
    public static MapReach Alone { get; } = new([], []);
}

/// <summary>A node that does not get a change.</summary>
/// <param name="Node">Its name.</param>
/// <param name="Why">Why, as the end of a sentence that begins with its name.</param>
public sealed record NodeApart(string Node, string Why);
