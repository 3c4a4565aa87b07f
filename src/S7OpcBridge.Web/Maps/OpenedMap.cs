using System.Runtime;
using System.Runtime.CompilerServices;
using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Maps;

/// <summary>
/// The texts of the map as they are on disk, with those that come in, read and parsed once for all who edit. After five minutes without a question they are
/// forgotten, and the memory given back. Any thread.
/// </summary>
/// <param name="map">The map.</param>
/// <param name="time">The clock.</param>
internal sealed class OpenedMap(MapCommands map, TimeProvider time)
{
    /// <summary>How long it is kept without a question.</summary>
    public static readonly TimeSpan KeptFor = TimeSpan.FromMinutes(5);

    private static readonly TimeSpan LookEvery = KeptFor / 10;

    // Texts that were shown and are not on disk any more: they tell what somebody else changed.
    private const int MostPast = 16,
        LongestPast = 4 << 20;

    // In characters.
    private const long LargeMap = 1 << 20;

    private readonly Lock _gate = new();
    private readonly Queue<(string File, string Version, string Text)> _past = [];
    private Opened? _opened;
    private ITimer? _forgetting;
    private long _asked;

    /// <summary>True while texts are in memory.</summary>
    public bool IsOpen
    {
        get
        {
            lock (_gate)
                return _opened is not null;
        }
    }

    /// <summary>The texts as they are now.</summary>
    public EditableMap Open()
    {
        lock (_gate)
        {
            _asked = time.GetTimestamp();
            _forgetting ??= time.CreateTimer(_ => Forget(), null, LookEvery, LookEvery);
            var (incoming, pages) = (map.Incoming(), map.CodePages());
            if (_opened is { } opened && opened.Incoming == incoming && opened.Pages == pages && opened.IsAsOnDisk())
                return opened.Map;
            if (_opened is { } before)
                KeepPast(before.Map);
            // The state of the files is noted before they are read: what changes in between is read again.
            _opened = new Opened(
                incoming.Aggregate(
                    EditableMap.Open(map.Path, pages),
                    static (texts, file) => texts.WithText(file.Key, file.Value).Map ?? texts
                ),
                incoming,
                pages,
                [.. map.Files().Append(map.Path).Distinct().Select(static file => new SeenFile(file))]
            );
            return _opened.Map;
        }
    }

    /// <summary>A text that a file had; null: it is not known any more.</summary>
    public string? PastText(string file, string version)
    {
        lock (_gate)
        {
            if (_opened?.Map.OriginalOf(file) is { } present && present.Version == version)
                return present.Text;
            foreach (var past in _past)
                if (past.File == file && past.Version == version)
                    return past.Text;
            return null;
        }
    }

    private void KeepPast(EditableMap before)
    {
        foreach (var file in before.ReadFiles)
        {
            if (before.OriginalOf(file) is not { } original || original.Text.Length > LongestPast)
                continue;
            _past.Enqueue((file, original.Version, original.Text));
            while (_past.Count > MostPast || _past.Sum(static past => past.Text.Length) > LongestPast)
                _past.Dequeue();
        }
    }

    private void Forget()
    {
        // The running bridge allocates so little that the runtime would not collect for hours, and what loading a large map leaves is hundreds of megabytes.
        // Giving it back pauses the process once (100,000 tags: some 50 ms); small maps are not worth a pause.
        if (Drop() < LargeMap)
            return;
        GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }

    // Returns how many characters were dropped. Not inlined: a reference on the stack of the caller would keep them over the collection.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long Drop()
    {
        lock (_gate)
        {
            if (time.GetElapsedTime(_asked) < KeptFor)
                return 0;
            var characters = _opened is null ? 0 : _opened.Map.ReadFiles.Sum(file => _opened.Map.TextOf(file)?.Length ?? 0L);
            _opened = null;
            _past.Clear();
            _forgetting?.Dispose();
            _forgetting = null;
            return characters;
        }
    }

    private sealed record Opened(EditableMap Map, IReadOnlyList<KeyValuePair<string, string>> Incoming, CodePages Pages, SeenFile[] Files)
    {
        public bool IsAsOnDisk() => Files.All(static file => file.IsAsBefore());
    }

    private sealed class SeenFile(string path)
    {
        private readonly FileStamp _stamp = FileStamp.Read(path);

        public bool IsAsBefore() => FileStamp.Read(path) == _stamp;
    }
}
