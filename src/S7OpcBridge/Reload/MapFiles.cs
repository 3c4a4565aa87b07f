namespace S7OpcBridge;

/// <summary>
/// The files of a map, looked at from outside: has one changed since? Asks for the target behind symbolic links, because Kubernetes changes a ConfigMap by turning a link
/// to another folder.
/// </summary>
internal sealed class MapFiles
{
    private readonly Dictionary<string, Stamp> _stamps = [];

    /// <summary>Looks at files from now on, and at no others. Those known already keep what was seen of them, so that a change while they were read is seen afterwards.</summary>
    public void Watch(IEnumerable<string> paths)
    {
        var known = new Dictionary<string, Stamp>(_stamps);
        _stamps.Clear();
        foreach (var path in paths)
            _stamps[path] = known.TryGetValue(path, out var stamp) ? stamp : StampOf(path);
    }

    /// <summary>Looks again. True: something is not as it was the last time.</summary>
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
            // A link on the way to the file, too: of two versions of a folder each has its own.
            var folder = Directory.ResolveLinkTarget(Path.GetDirectoryName(target)!, returnFinalTarget: true)?.FullName;
            var file = new FileInfo(target);
            return file.Exists ? new Stamp(target, folder, file.LastWriteTimeUtc, file.Length) : default;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is being replaced, or is not ours to see: like a file that is not there.
            return default;
        }
    }

    private readonly record struct Stamp(string? Target, string? Folder, DateTime Written, long Length);
}
