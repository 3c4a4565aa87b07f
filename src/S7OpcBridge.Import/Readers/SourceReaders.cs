using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.Readers;

/// <summary>Finds the reader of a source by its content.</summary>
/// <param name="readers">The readers, the most particular first.</param>
internal sealed class SourceReaders(IReadOnlyList<SourceReader> readers)
{
    /// <summary>All of them.</summary>
    public IReadOnlyList<SourceReader> All => readers;

    /// <summary>The reader, or null where no format fits.</summary>
    public SourceReader? Find(Source source) => readers.FirstOrDefault(reader => reader.Recognises(source));

    /// <summary>The reader of tables whose headings are nearest to those of a source; null: none has two of them.</summary>
    public SourceReader? Nearest(IReadOnlyDictionary<string, int> headings)
    {
        var best = readers.MaxBy(reader => (Common(reader), -reader.Headings.Count));
        return best is not null && Common(best) > 1 ? best : null;

        int Common(SourceReader reader) => reader.Headings.Count(headings.ContainsKey);
    }

    /// <summary>The formats in words.</summary>
    public IEnumerable<string> Formats => readers.Select(reader => reader.Format).Distinct();
}
