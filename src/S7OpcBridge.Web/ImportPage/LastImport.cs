using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>What the last import wrote, from the copies that it left beside the map.</summary>
internal static class LastImport
{
    private const string Suffix = ".imported";

    /// <summary>The tags that it took; null: there is no such copy, or it cannot be read.</summary>
    /// <param name="path">The map.</param>
    public static TagMap? TagsOf(string path)
    {
        var (folder, name) = (Path.GetDirectoryName(Path.GetFullPath(path))!, Path.GetFileName(path));
        if (!File.Exists(Path.Combine(folder, name + Suffix)))
            return null;
        var copy = Directory.CreateTempSubdirectory("s7opcbridge-import-").FullName;
        try
        {
            // One for the map, and one for each PLC where there are several.
            foreach (var file in Directory.EnumerateFiles(folder, $"{Path.GetFileNameWithoutExtension(name)}*{Suffix}"))
                File.WriteAllText(Path.Combine(copy, Path.GetFileNameWithoutExtension(file)), UserFile.ReadText(file, UserFile.MaxMap));
            return MapLoader.Load(Path.Combine(copy, name), new FindingList { TakesOpenHosts = true })?.Tags;
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            return null;
        }
        finally
        {
            Directory.Delete(copy, recursive: true);
        }
    }
}
