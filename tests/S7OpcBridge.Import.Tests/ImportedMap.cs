using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Tests;

/// <summary>Sources imported from memory, written into a folder of their own and loaded by the real loader of maps.</summary>
internal sealed class ImportedMap
{
    private ImportedMap(ImportResult result, BridgeMap? map, string[] findings) => (Result, Map, Findings) = (result, map, findings);

    public ImportResult Result { get; }

    /// <summary>The map; null where it has errors, and where there is none.</summary>
    public BridgeMap? Map { get; }

    public string[] Findings { get; }

    /// <summary>The written map.</summary>
    public string Text => Result.Files.Count == 0 ? "" : Result.Files[0].Text;

    /// <summary>The tags of the map, which must be without errors.</summary>
    public IReadOnlyList<Tag> Tags
    {
        get
        {
            Assert.That(Findings.Where(finding => finding.Contains(" error: ")), Is.Empty, Text);
            return Map!.Tags.Tags;
        }
    }

    /// <summary>The lines of the report.</summary>
    public IReadOnlyList<string> Lines =>
        [.. Result.Report.Lines.Select(line => $"{line.Outcome} {line.Spot.File?.Path}:{line.Spot.Line} {line.Name}: {line.Reason}")];

    public static ImportedMap Of(string name, string text, ImportOptions? options = null) =>
        Of(options, (name, Encoding.UTF8.GetBytes(text)));

    public static ImportedMap Of(ImportOptions? options, params (string Name, byte[] Bytes)[] sources) =>
        Of(ProjectImport.Run([.. sources], "map.yaml", options ?? new ImportOptions { Host = "192.168.0.10" }, CancellationToken.None));

    /// <summary>The same of a folder on disk with these files.</summary>
    public static ImportedMap OfFolder(ImportOptions? options, params (string Name, byte[] Bytes)[] files)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        try
        {
            foreach (var (name, bytes) in files)
            {
                Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(folder, name))!);
                File.WriteAllBytes(Path.Combine(folder, name), bytes);
            }
            return Of(
                ProjectImport.Run([folder], "map.yaml", options ?? new ImportOptions { Host = "192.168.0.10" }, CancellationToken.None)
            );
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static ImportedMap Of(ImportResult result)
    {
        // A list of texts alone is no map.
        if (result.Plcs == 0)
            return new ImportedMap(result, map: null, []);
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        try
        {
            foreach (var (name, text) in result.Files)
                File.WriteAllText(Path.Combine(folder, name), text);
            var findings = new FindingList();
            var map = MapLoader.Load(Path.Combine(folder, "map.yaml"), findings);
            return new ImportedMap(result, map, [.. findings.Sorted.Select(finding => finding.ToString())]);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>The tag of this path.</summary>
    public Tag this[string name] => Tags.Single(tag => tag.Name == name);

    /// <summary>Address and type of a tag as text.</summary>
    public string Place(string name) => this[name] is { } tag ? $"{tag.Address} {tag.Type}" : "";
}
