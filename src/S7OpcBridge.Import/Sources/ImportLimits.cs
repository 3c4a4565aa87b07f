using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Sources;

/// <summary>What a project may have at most. Projects come from elsewhere, so nothing in them is trusted.</summary>
internal static class ImportLimits
{
    /// <summary>Bytes of one file, and of one entry of an archive once it is inflated.</summary>
    public const int File = 256 * 1024 * 1024;

    /// <summary>Bytes that are read of one folder or archive in all.</summary>
    public const long Tree = 1024L * 1024 * 1024;

    /// <summary>Files in one folder or archive.</summary>
    public const int Files = 50_000;

    /// <summary>Tags of one import.</summary>
    public const int Tags = 1_000_000;

    /// <summary>Characters of the names and comments of all tags together.</summary>
    public const long Characters = 100_000_000;

    /// <summary>Texts of messages in one import.</summary>
    public const int Messages = 50_000;

    /// <summary>Characters of these texts in all languages together.</summary>
    public const int MessageCharacters = 20_000_000;

    /// <summary>Levels of groups, structures and nested elements in a source.</summary>
    public const int Depth = 64;

    /// <summary>Characters of a name, a description or a unit; longer ones are cut.</summary>
    public const int Text = 2000;
}

/// <summary>A source that can't be read: what is wrong and what to do, for the report.</summary>
/// <param name="spot">Where.</param>
/// <param name="message">What is wrong; what to do.</param>
internal sealed class ImportException(SourceLocation spot, string message) : TableException(spot, message);
