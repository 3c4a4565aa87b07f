using System.Globalization;
using System.Xml;

namespace S7OpcBridge.TestSummary;

/// <summary>
/// What files of coverage (Cobertura, of <c>dotnet test --collect "XPlat Code Coverage"</c>) say together: a line ran if it did in any of them.
/// </summary>
internal static class CoverageFiles
{
    /// <summary>Reads all files of a folder, at any depth.</summary>
    /// <inheritdoc cref="Read"/>
    public static IReadOnlyList<RoomCoverage> Below(string folder) =>
        Read(Directory.EnumerateFiles(folder, "coverage.cobertura.xml", SearchOption.AllDirectories));

    /// <summary>Reads the files.</summary>
    /// <returns>A figure for each room, in the order of their names.</returns>
    /// <exception cref="XmlException">A file is not whole.</exception>
    public static IReadOnlyList<RoomCoverage> Read(IEnumerable<string> paths)
    {
        var rooms = new SortedDictionary<string, Dictionary<(string File, int Line), LineCoverage>>(StringComparer.Ordinal);
        foreach (var path in paths)
            Add(rooms, path);
        return
        [
            .. rooms.Select(static room => new RoomCoverage(
                room.Key,
                room.Value.Count,
                room.Value.Values.Count(static line => line.Ran),
                room.Value.Values.Sum(static line => line.Branches),
                room.Value.Values.Sum(static line => line.RunBranches)
            )),
        ];
    }

    private static void Add(SortedDictionary<string, Dictionary<(string File, int Line), LineCoverage>> rooms, string path)
    {
        using var xml = XmlReader.Create(path, new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        Dictionary<(string, int), LineCoverage>? room = null;
        var file = "";
        while (xml.Read())
        {
            if (xml.NodeType != XmlNodeType.Element)
                continue;
            switch (xml.LocalName)
            {
                case "package":
                    var name = xml.GetAttribute("name") ?? "";
                    if (!rooms.TryGetValue(name, out room))
                        rooms.Add(name, room = []);
                    break;
                case "class":
                    file = xml.GetAttribute("filename") ?? "";
                    break;
                case "line" when room is not null && int.TryParse(xml.GetAttribute("number"), CultureInfo.InvariantCulture, out var number):
                    // A class of the file and each of its methods name the line.
                    var line = LineCoverage.Of(xml.GetAttribute("hits"), xml.GetAttribute("condition-coverage"));
                    room[(file, number)] = room.TryGetValue((file, number), out var known) ? known.With(line) : line;
                    break;
                default:
                    break;
            }
        }
    }
}
