namespace S7OpcBridge.Map;

/// <summary>Texts that are read in place of files, so that a map can be loaded as it would be after saving them. Nothing is written. Immutable.</summary>
public sealed class MapOverlay
{
    private readonly Dictionary<string, ReadOnlyMemory<byte>> _files = [];
    private readonly Func<string, bool>? _mayRead;

    /// <param name="files">The files with their new bytes.</param>
    /// <param name="mayRead">Whether another file, by its full path, may be read from disk; null: all may.</param>
    public MapOverlay(IEnumerable<EditedFile> files, Func<string, bool>? mayRead = null)
    {
        foreach (var file in files)
            _files[Path.GetFullPath(file.File)] = file.Bytes;
        _mayRead = mayRead;
    }

    /// <summary>The bytes in place of a file; null: it is read from disk.</summary>
    internal byte[]? Find(string path) => _files.TryGetValue(Path.GetFullPath(path), out var bytes) ? bytes.ToArray() : null;

    /// <summary>True: the file may be read from disk.</summary>
    internal bool MayRead(string path) => _mayRead?.Invoke(Path.GetFullPath(path)) ?? true;

    /// <summary>The map files of a folder: those on disk, and those that stand in place of files there.</summary>
    internal static IReadOnlyList<string> FilesOf(string folder, MapOverlay? overlay)
    {
        var files = MapFolder.FilesOf(folder);
        if (overlay is null)
            return files;
        var full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
        var added = overlay
            ._files.Keys.Where(file => Path.GetDirectoryName(file) == full && MapFolder.IsMap(file))
            .Select(file => Path.Combine(folder, Path.GetFileName(file)));
        return [.. files.Union(added).Order(StringComparer.Ordinal)];
    }
}
