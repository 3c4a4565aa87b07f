using System.Text;

namespace S7OpcBridge.Import;

/// <summary>What the user wishes of an import.</summary>
public sealed record ImportOptions
{
    /// <summary>Name of the PLC where a source names none or has one only; where it has several, the one to take. Null: as the source says.</summary>
    public string? Plc { get; init; }

    /// <summary>Address of the PLC where the source does not tell it; null: it is left open.</summary>
    public string? Host { get; init; }

    /// <summary>Pattern of the tags to take, such as <c>Motor/*</c>; null: all.</summary>
    public string? Only { get; init; }

    /// <summary>Code page of files without byte order mark; null: guessed by the letters.</summary>
    public Encoding? Encoding { get; init; }

    /// <summary>True: tags keep the NodeIds under which clients of the old server know them.</summary>
    public bool KeepNodeIds { get; init; }

    /// <summary>True: values have the types that clients of Kepware know.</summary>
    public bool LikeKepware { get; init; }

    /// <summary>Bytes to which the archives and packed data of a source may unpack together.</summary>
    public long MostUnpacked { get; init; } = Sources.ImportLimits.Tree;

    /// <summary>Language of comments where a source has several, such as <c>de-DE</c>; null: the first.</summary>
    public string? Language { get; init; }
}
