using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>
/// Projects of TIA Portal, without TIA Portal: the folder of the .apNN, the archive .zapNN (a ZIP), or the data file itself (<c>System/PEData.plf</c>).
/// V14 to V19 have one frame, V11 to V13 another; the type model that a project carries says how the rest is read.
/// </summary>
internal sealed class TiaProject : SourceReader
{
    private const string DataFile = "PEData.plf";

    public override string Format => "TIA Portal project";

    public override bool Recognises(Source source) => source.Tree is { } tree ? tree.Files.Any(IsData) : PlfFile.Is(source.Bytes);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        if (source.Tree is not { } tree)
        {
            Read(source.File, source.Bytes, prefix: "", draft, cancellationToken);
            return;
        }
        var paths = tree.Files.Where(IsData).Order(StringComparer.OrdinalIgnoreCase).ToList();
        foreach (var path in paths)
        {
            cancellationToken.ThrowIfCancellationRequested();
            // Several projects may have a PLC of one name each.
            var folders = path.Split('/');
            var prefix = paths.Count > 1 && folders.Length > 2 ? folders[^3] + "." : "";
            try
            {
                Read(new SourceFile($"{source.File.Path}/{path}"), tree.Read(path), prefix, draft, cancellationToken);
            }
            catch (ImportException error) when (paths.Count > 1)
            {
                draft.Note(error.Spot, $"this project is left out: {error.Message}");
            }
        }
    }

    private static void Read(SourceFile file, byte[] bytes, string prefix, ImportDraft draft, CancellationToken cancellationToken)
    {
        var spot = new SourceLocation(file, 1, 1);
        if (!PlfFile.Is(bytes))
            throw new ImportException(
                spot,
                "the project's data file begins like none of TIA Portal V11 to V21; open the project in TIA Portal and archive it "
                    + "again, or export the tag table and the blocks"
            );
        var store = PlfStore.Open(bytes, spot, draft.Options.MostUnpacked, cancellationToken);
        if (store.File.BrokenAt is { } at)
            draft.Note(
                spot,
                $"the project's data file is broken at byte {at:N0}: what was saved behind it is not read, and what is read may be older; copy the "
                    + "project again, or open it in TIA Portal and archive it"
            );
        if (store.File.WrongHashes is > 0 and var wrong)
            draft.Note(
                spot,
                $"{wrong:N0} objects of the project do not fit their SHA-256 and are left out: the file was damaged or changed by other means than "
                    + "TIA Portal; copy the project again"
            );
        new ProjectPlcs(store, draft, spot, prefix).Read(cancellationToken);
    }

    // The copies that TIA Portal keeps beside a project are older states of it.
    private static bool IsData(string path) =>
        (
            path.EndsWith("/System/" + DataFile, StringComparison.OrdinalIgnoreCase)
            || path.Equals("System/" + DataFile, StringComparison.OrdinalIgnoreCase)
            || path.Equals(DataFile, StringComparison.OrdinalIgnoreCase)
        ) && !path.Contains(".backup/", StringComparison.OrdinalIgnoreCase);
}
