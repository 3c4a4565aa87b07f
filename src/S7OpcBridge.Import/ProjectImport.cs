using S7OpcBridge.Import.Gateways;
using S7OpcBridge.Import.Hmi;
using S7OpcBridge.Import.Kepware;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Messages;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Step7;
using S7OpcBridge.Import.Tia;
using S7OpcBridge.Import.TiaProjects;

namespace S7OpcBridge.Import;

/// <summary>Reads the projects of other tools and makes one map of them.</summary>
public static class ProjectImport
{
    // The most particular first: a format that is told by a few words stands behind those that it could be mistaken for.
    internal static readonly SourceReaders Known = new([
        new TiaProject(),
        new Step7Project(),
        new KepwareProject(),
        new KepwareJson(),
        new KepwareCsv(),
        new TagTableSheet(),
        new TagTableXml(),
        new TagTableSdf(),
        new SimaticMl(),
        new HmiTags(),
        new HmiAlarms(),
        new FlexibleTags(),
        new MessageTexts(),
        new TextsWithoutNumbers(),
        new SymbolAsc(),
        new SymbolSdf(),
        new NodeRed(),
        new S7Suite(),
        new IoBroker(),
        new Ignition(),
        new ThingDescription(),
        new ThingsBoard(),
        new Neuron(),
        new Telegraf(),
        new Plc4X(),
        new BlockText(),
        new NodeS7List(),
    ]);

    /// <summary>Imports sources of one plant.</summary>
    /// <param name="paths">Files and folders.</param>
    /// <param name="file">Name of the map's file, without folder.</param>
    /// <param name="options">What the user wishes.</param>
    public static ImportResult Run(IReadOnlyList<string> paths, string file, ImportOptions options, CancellationToken cancellationToken) =>
        List(paths, options, cancellationToken).Write(file);

    /// <summary>Reads sources of one plant, and leaves it open what goes into the map.</summary>
    /// <param name="paths">Files and folders.</param>
    /// <param name="options">What the user wishes.</param>
    public static ImportList List(IReadOnlyList<string> paths, ImportOptions options, CancellationToken cancellationToken)
    {
        var draft = new ImportDraft(options);
        foreach (var path in paths)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var place = IsProjectFile(path) && File.Exists(path) ? Path.GetDirectoryName(Path.GetFullPath(path))! : path;
            Read(draft, place, () => Source.Open(place, options.Encoding), cancellationToken);
        }
        return Finish(draft);
    }

    /// <summary>The same of sources that are in memory.</summary>
    internal static ImportResult Run(
        IReadOnlyList<(string Path, byte[] Bytes)> sources,
        string file,
        ImportOptions options,
        CancellationToken cancellationToken
    ) => List(sources, options, cancellationToken).Write(file);

    /// <summary>Reads sources that are in memory; the disk is not looked at.</summary>
    /// <param name="sources">Each with a name for the report.</param>
    /// <param name="options">What the user wishes.</param>
    public static ImportList List(
        IReadOnlyList<(string Path, byte[] Bytes)> sources,
        ImportOptions options,
        CancellationToken cancellationToken
    )
    {
        var draft = new ImportDraft(options);
        foreach (var (path, bytes) in sources)
            Read(draft, path, () => Source.From(path, bytes, options.Encoding, options.MostUnpacked), cancellationToken, isOnDisk: false);
        return Finish(draft);
    }

    // Sources in which nothing is found were not meant so: an import of nothing is no success.
    private static ImportList Finish(ImportDraft draft)
    {
        var list = new ImportList(draft);
        var report = list.Report;
        if (report.Taken + report.LeftOut + report.Messages > 0 || report.HasFailed)
            return list;
        foreach (var source in report.Sources)
            report.Fail(
                new Map.SourceLocation(new Map.SourceFile(source.Path), 1, 1),
                draft.Options.Only is { } only
                    ? $"no tag matches --only '{only}'; write a pattern of paths such as 'Motor/*', with '*' for any text"
                    : $"it was read as {source.Format}, and no tags were found in it; name the files that declare tags or data blocks. {UnknownFormat.OwnList}"
            );
        return list;
    }

    // The .s7p and .apNN themselves only name the project whose folder they stand in.
    private static bool IsProjectFile(string path) =>
        Path.GetExtension(path) is { } extension
        && (
            extension.Equals(".s7p", StringComparison.OrdinalIgnoreCase)
            || (extension.StartsWith(".ap", StringComparison.OrdinalIgnoreCase) && extension.Length > 3 && char.IsAsciiDigit(extension[3]))
        );

    private static void Read(ImportDraft draft, string path, Func<Source> open, CancellationToken cancellationToken, bool isOnDisk = true)
    {
        var shown = path.Replace('\\', '/');
        try
        {
            using var source = open();
            var reader = Known.Find(source);
            if (isOnDisk && reader is null && source.Tree is { } tree && Directory.Exists(path))
            {
                ReadFolder(draft, path, tree, cancellationToken);
                return;
            }
            draft.Report.Open(new ImportedSource(shown, reader?.Format ?? ""));
            if (reader is null)
                throw new ImportException(source.Start, UnknownFormat.Sentence(source, Known));
            reader.Read(source, draft, cancellationToken);
            if (source.Guessed is { } guessed)
                draft.Note(
                    source.Start,
                    $"the letters were read as {guessed}; if they look wrong, name the code page of the PC that wrote the file with "
                        + "--encoding"
                );
        }
        catch (TableException error)
        {
            if (draft.Report.Sources.Count == 0 || draft.Report.Sources[^1].Path != shown)
                draft.Report.Open(new ImportedSource(shown, ""));
            draft.Report.Fail(error.Spot, error.Message);
        }
    }

    // A folder that is no project holds exports: each file is a source of its own, and what is of no format is passed over.
    private static void ReadFolder(ImportDraft draft, string folder, SourceTree tree, CancellationToken cancellationToken)
    {
        var passed = 0;
        foreach (var file in tree.Files.Order(StringComparer.OrdinalIgnoreCase))
        {
            cancellationToken.ThrowIfCancellationRequested();
            var path = Path.Combine(folder, file);
            var isKnown = false;
            try
            {
                using var source = Source.Open(path, draft.Options.Encoding);
                isKnown = Known.Find(source) is not null;
            }
            catch (TableException)
            {
                // It is counted below.
            }
            if (isKnown)
                Read(draft, path, () => Source.Open(path, draft.Options.Encoding), cancellationToken);
            else
                passed++;
        }
        if (passed > 0)
            draft.Note(
                new Map.SourceLocation(new Map.SourceFile(folder.Replace('\\', '/')), 1, 1),
                $"{passed:N0} files of no known format were passed over"
            );
    }
}
