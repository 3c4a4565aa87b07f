using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.Readers;

/// <summary>
/// Reads one format into the neutral list. A reader never throws for what stands in a source: a tag that can't be taken is left out with its place and
/// reason, and a source that can't be read at all ends with an <see cref="ImportException"/>.
/// </summary>
internal abstract class SourceReader
{
    /// <summary>The format in words for the report: "Kepware CSV".</summary>
    public abstract string Format { get; }

    /// <summary>Headings of its tables; empty for what is no table.</summary>
    public virtual IReadOnlyList<string> Headings => [];

    /// <summary>True where the content, not the name, is of this format. Must be cheap and must not throw.</summary>
    public abstract bool Recognises(Source source);

    /// <summary>Reads the whole source.</summary>
    /// <exception cref="ImportException">It can't be read at all.</exception>
    public abstract void Read(Source source, ImportDraft draft, CancellationToken cancellationToken);
}
