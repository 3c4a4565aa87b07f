namespace S7OpcBridge.Map;

/// <summary>Texts that are read in place of files, so that a map can be loaded as it would be after saving them. Nothing is written. Immutable.</summary>
public sealed class MapOverlay
{
    private readonly Dictionary<string, ReadOnlyMemory<byte>> _files = [];
    private readonly Func<string, bool>? _mayRead;

    /// <param name="files">The files with their new bytes.</param>
    /// <param name="mayRead">Whether another file, by its full path, may be read from disk; null: all may.</param>
    public MapOverlay(IEnumerable<KeyValuePair<string, ReadOnlyMemory<byte>>> files, Func<string, bool>? mayRead = null)
    {
        foreach (var (file, bytes) in files)
            _files[Path.GetFullPath(file)] = bytes;
        _mayRead = mayRead;
    }

    /// <summary>The bytes in place of a file; null: it is read from disk.</summary>
    internal byte[]? Find(string path) => _files.TryGetValue(Path.GetFullPath(path), out var bytes) ? bytes.ToArray() : null;

    /// <summary>True: the file may be read from disk.</summary>
    internal bool MayRead(string path) => _mayRead?.Invoke(Path.GetFullPath(path)) ?? true;

    /// <summary>Names of the files that stand directly in a folder.</summary>
    internal IEnumerable<string> NamesIn(string folder)
    {
        var full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
        return _files.Keys.Where(file => Path.GetDirectoryName(file) == full).Select(static file => Path.GetFileName(file));
    }
}
