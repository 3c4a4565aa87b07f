using S7OpcBridge.Import.Finishing;
using S7OpcBridge.Import.Gateways;
using S7OpcBridge.Import.Hmi;
using S7OpcBridge.Import.Kepware;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Step7;
using S7OpcBridge.Import.Tia;
using S7OpcBridge.Import.Writing;

namespace S7OpcBridge.Import;

/// <summary>Reads the projects of other tools and makes one map of them.</summary>
public static class ProjectImport
{
    // The most particular first: a format that is told by a few words stands behind those that it could be mistaken for.
    private static readonly SourceReaders Known = new(
    [
        new KepwareProject(),
        new KepwareJson(),
        new KepwareCsv(),
        new TagTableSheet(),
        new TagTableXml(),
        new TagTableSdf(),
        new SimaticMl(),
        new HmiTags(),
        new FlexibleTags(),
        new SymbolAsc(),
        new SymbolSdf(),
        new NodeRed(),
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
    /// <param name="cancellationToken">Ends it.</param>
    public static ImportResult Run(IReadOnlyList<string> paths, string file, ImportOptions options, CancellationToken cancellationToken)
    {
        var draft = new ImportDraft(options);
        foreach (var path in paths)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Read(draft, path, () => Source.Open(path, options.Encoding), cancellationToken);
        }
        return Finish(draft, file);
    }

    /// <summary>The same of sources that are in memory.</summary>
    internal static ImportResult Run(IReadOnlyList<(string Path, byte[] Bytes)> sources, string file, ImportOptions options, CancellationToken cancellationToken)
    {
        var draft = new ImportDraft(options);
        foreach (var (path, bytes) in sources)
            Read(draft, path, () => Source.Of(path, bytes, options.Encoding), cancellationToken);
        return Finish(draft, file);
    }

    private static void Read(ImportDraft draft, string path, Func<Source> open, CancellationToken cancellationToken)
    {
        var shown = path.Replace('\\', '/');
        try
        {
            using var source = open();
            var reader = Known.Find(source);
            draft.Report.Open(new ImportedSource(shown, reader?.Format ?? ""));
            if (reader is null)
                throw new ImportException(source.Start, $"the format is not known; known are {string.Join(", ", Known.Formats)}");
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

    internal static ImportResult Finish(ImportDraft draft, string file)
    {
        var plant = new Finisher(draft).Finish();
        if (plant.Plcs.Count == 0)
            return new ImportResult([], draft.Report);
        return new ImportResult(MapFiles.Of(plant, file, draft.Options, draft.Report.Sources.Select(source => $"{source.Path} ({source.Format})")), draft.Report)
        {
            Plcs = plant.Plcs.Count,
            HasOpenHost = draft.Options.Host is null && plant.Plcs.Any(plc => plc.Facts.Host is null),
        };
    }
}
