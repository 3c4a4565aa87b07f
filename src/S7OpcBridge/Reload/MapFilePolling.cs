using S7OpcBridge.Map;

namespace S7OpcBridge.Reload;

/// <summary>Detects changes of a map's files by polling.</summary>
internal sealed class MapFilePolling
{
    private Dictionary<string, WatchedFile> _files = [];

    /// <summary>Sets the files to watch. Files that were watched already keep their recorded state, so that a change during loading is still noticed.</summary>
    public void Watch(IEnumerable<string> paths) =>
        _files = paths.Distinct().ToDictionary(path => path, path => _files.GetValueOrDefault(path) ?? new WatchedFile(path));

    /// <summary>Compares the files with their last state. Returns true where something has changed.</summary>
    public bool Poll()
    {
        var changed = false;
        foreach (var file in _files.Values)
            changed |= file.Poll();
        return changed;
    }

    /// <summary>A file or folder, which is looked at often.</summary>
    private sealed class WatchedFile
    {
        private readonly FileInfo _file;
        private (FileStamp Stamp, string? Names) _last;

        public WatchedFile(string path)
        {
            _file = new FileInfo(path);
            _last = State();
        }

        public bool Poll()
        {
            _file.Refresh();
            var now = State();
            var changed = now != _last;
            _last = now;
            return changed;
        }

        // Of a folder with map files only the names count: a file in it is watched itself.
        private (FileStamp, string?) State()
        {
            var stamp = FileStamp.Read(_file);
            try
            {
                return (stamp, stamp.IsFolder ? string.Join('\n', MapFolder.FilesOf(stamp.Target!)) : null);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return default;
            }
        }
    }
}
