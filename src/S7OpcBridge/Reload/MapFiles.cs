using S7OpcBridge.Map;

namespace S7OpcBridge.Reload;

/// <summary>
/// Detects changes of a map's files by polling. Resolves symbolic links, because Kubernetes changes a ConfigMap by redirecting a link to another folder.
/// </summary>
internal sealed class MapFiles
{
    private readonly Dictionary<string, Stamp> _stamps = [];

    /// <summary>Sets the files to watch. Files that were watched already keep their recorded state, so that a change during loading is still noticed.</summary>
    public void Watch(IEnumerable<string> paths)
    {
        var known = new Dictionary<string, Stamp>(_stamps);
        _stamps.Clear();
        foreach (var path in paths)
            _stamps[path] = known.TryGetValue(path, out var stamp) ? stamp : StampOf(path);
    }

    /// <summary>Compares the files with their last state. Returns true where something has changed.</summary>
    public bool Look()
    {
        var changed = false;
        foreach (var path in _stamps.Keys.ToArray())
        {
            var now = StampOf(path);
            changed |= now != _stamps[path];
            _stamps[path] = now;
        }
        return changed;
    }

    private static Stamp StampOf(string path)
    {
        try
        {
            path = Path.GetFullPath(path);
            var target = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
            // A link may also be in the path: each version of a folder has its own target.
            var folder = Directory.ResolveLinkTarget(Path.GetDirectoryName(target)!, returnFinalTarget: true)?.FullName;
            // Of a folder with map files only the names count: a file in it is watched itself.
            if (Directory.Exists(target))
                return new Stamp(string.Join('\n', MapFolder.FilesOf(target)), folder, default, 0);
            var file = new FileInfo(target);
            return file.Exists ? new Stamp(target, folder, file.LastWriteTimeUtc, file.Length) : default;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The file is being replaced or not accessible: treated like a missing file.
            return default;
        }
    }

    private readonly record struct Stamp(string? Target, string? Folder, DateTime Written, long Length);
}
