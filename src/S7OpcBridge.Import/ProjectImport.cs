using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import;

/// <summary>Reads the projects of other tools into one list of tags.</summary>
public static class ProjectImport
{
    private static readonly SourceReaders Known = new([]);

    internal static ImportDraft Read(IReadOnlyList<string> paths, ImportOptions options, CancellationToken cancellationToken)
    {
        var draft = new ImportDraft(options);
        foreach (var path in paths)
        {
            cancellationToken.ThrowIfCancellationRequested();
            ReadOne(draft, () => Source.Open(path, options.Encoding), path, cancellationToken);
        }
        return draft;
    }

    internal static void ReadOne(ImportDraft draft, Func<Source> open, string path, CancellationToken cancellationToken)
    {
        var shown = path.Replace('\\', '/');
        try
        {
            using var source = open();
            var reader = Known.Find(source);
            draft.Report.Open(new ImportedSource(shown, reader?.Format ?? ""));
            if (reader is null)
                draft.Report.Fail(source.Start, $"the format is not known; known are {string.Join(", ", Known.Formats)}");
            else
                reader.Read(source, draft, cancellationToken);
            if (source.Guessed is { } guessed)
                draft.Note(source.Start, $"the letters were read as {guessed}; if they look wrong, name the code page of the PC that wrote the file with --encoding");
        }
        catch (ImportException error)
        {
            if (draft.Report.Sources.Count == 0 || draft.Report.Sources[^1].Path != shown)
                draft.Report.Open(new ImportedSource(shown, ""));
            draft.Report.Fail(error.Spot, error.Message);
        }
    }
}
