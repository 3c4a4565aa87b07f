using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>A map in a folder of its own, loaded by the real loader. Findings name the files without the folder.</summary>
internal sealed class MapText : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    /// <summary>A file beside the map.</summary>
    public MapText With(string name, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(name))!);
        File.WriteAllText(Path.Combine(_folder, name), text);
        return this;
    }

    /// <summary>A file beside the map, in Windows-1252 as Excel writes it.</summary>
    public MapText WithBytes(string name, byte[] bytes)
    {
        File.WriteAllBytes(Path.Combine(_folder, name), bytes);
        return this;
    }

    /// <summary>Where the map lies.</summary>
    public string PathOf(string name) => Path.Combine(_folder, name);

    /// <summary>Loads map.yaml: the map (null where it has errors) and its findings, a line each.</summary>
    public (BridgeMap? Map, string[] Findings) Load() => Load(new FindingList());

    /// <summary>Loads map.yaml with findings of one's own.</summary>
    public (BridgeMap? Map, string[] Findings) Load(FindingList findings)
    {
        var map = MapLoader.Load(PathOf("map.yaml"), findings);
        return (map, [.. findings.Sorted.Select(f => f.ToString().Replace(_folder.Replace('\\', '/') + "/", ""))]);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Loads a map from its text.</summary>
    public static (BridgeMap? Map, string[] Findings) Load(string text)
    {
        using var map = new MapText().With("map.yaml", text);
        return map.Load();
    }

    /// <summary>The findings of a map with one S7-1500 whose tags are the given lines, which begin in line 9, column 7.</summary>
    public static string[] FindingsOfTags(string tags) => Load(WithTags(tags)).Findings;

    /// <summary>The tags of a map that must be without errors.</summary>
    public static IReadOnlyList<Tag> TagsOf(string tags)
    {
        var (map, findings) = Load(WithTags(tags));
        Assert.That(findings.Where(f => f.Contains(" error: ")), Is.Empty);
        return map!.Tags.Tags;
    }

    public static string WithTags(string tags)
    {
        var text = new StringBuilder(
            """
            server:
              { anonymous: read, security: [None] }
            plcs:
              - name: Line1
                host: 192.168.0.10
                profile: s7-1500
                scan: { fast: 100ms }
                tags:

            """
        );
        foreach (var line in tags.ReplaceLineEndings("\n").Split('\n'))
            text.Append("      ").Append(line).Append('\n');
        return text.ToString();
    }
}
