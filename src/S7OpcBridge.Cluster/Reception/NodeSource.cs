using System.Security.Cryptography;
using S7OpcBridge.Cluster.TagLists;

namespace S7OpcBridge.Cluster.Reception;

/// <summary>What is remembered of a node that sends values. Used by one batch at a time.</summary>
internal sealed class NodeSource : IDisposable
{
    private readonly Dictionary<string, TagTranslation> _translations = new(StringComparer.Ordinal);
    private ulong _instance,
        _memory = NewMemory();
    private long _sequence,
        _values,
        _batches,
        _images,
        _lag;

    /// <summary>What it has sent so far. Any thread.</summary>
    public SourceFigures Figures(string node) =>
        new(
            node,
            Volatile.Read(ref _values),
            Volatile.Read(ref _batches),
            Volatile.Read(ref _images),
            TimeSpan.FromTicks(Volatile.Read(ref _lag))
        );

    /// <summary>Counts a batch.</summary>
    /// <param name="images">PLCs of which all values are asked for after it.</param>
    /// <param name="lag">Its age, by the clocks of the two machines.</param>
    public void Count(int values, int images, TimeSpan lag)
    {
        Volatile.Write(ref _values, _values + values);
        Volatile.Write(ref _batches, _batches + 1);
        Volatile.Write(ref _images, _images + images);
        Volatile.Write(ref _lag, Math.Max(0, lag.Ticks));
    }

    /// <summary>Told with every answer: another number than before says that what the node told before is forgotten. Any thread.</summary>
    public ulong Memory => Volatile.Read(ref _memory);

    /// <summary>The node has left the cluster: what it told is forgotten.</summary>
    public void Leave() => Volatile.Write(ref _memory, NewMemory());

    /// <summary>Batches of one node are applied one after the other.</summary>
    public SemaphoreSlim Turn { get; } = new(1);

    /// <summary>Returns false for a batch that was sent before the last one taken: its values are old.</summary>
    public bool IsNext(ulong instance, long sequence)
    {
        if (instance == _instance && sequence <= _sequence)
            return false;
        if (instance != _instance)
            _translations.Clear();
        (_instance, _sequence) = (instance, sequence);
        return true;
    }

    /// <summary>Sets the translation for the node's list of a PLC.</summary>
    public void Learn(string plc, TagTranslation translation) => _translations[plc] = translation;

    /// <summary>The ids for a list of the node; null: its list must be asked for.</summary>
    public TagTranslation? TranslationOf(PlcTagList own, ulong hash)
    {
        if (own.Hash == hash)
            return TagTranslation.Same(own);
        return _translations.GetValueOrDefault(own.Name) is { } known && known.Hash == hash ? known : null;
    }

    /// <summary>The map of this node has changed: ids are looked up again.</summary>
    public void Forget() => _translations.Clear();

    public void Dispose() => Turn.Dispose();

    private static ulong NewMemory() => BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(8));
}
